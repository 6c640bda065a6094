package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.boot.autoconfigure.StreamsConfigurationException;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.host.LocalPipelineHost;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Collects the definitions that an application has itself: in files, properties and beans. */
final class LocalPipelines {

    private LocalPipelines() {}

    static LocalPipelineHost collect(
            Map<String, String> files, Map<String, String> properties, Map<String, PipelineDefinition> beans) {
        LocalPipelineHost.Builder builder = LocalPipelineHost.builder();
        new TreeMap<>(files).forEach(builder::text);
        new TreeMap<>(properties).forEach((key, text) -> {
            String property = "property '" + PipelinesProperties.PREFIX + ".definitions." + key + "'";
            PipelineDefinition definition = PipelineDefinition.read(property, text);
            if (!uniform(key).equals(uniform(definition.name()))) {
                throw new StreamsConfigurationException(
                        "The pipeline in " + property + " is named '" + definition.name() + "'.",
                        "Use one name for both.");
            }
            builder.definition(property, definition);
        });
        new TreeMap<>(beans)
                .forEach(
                        (bean, definition) -> builder.definition("PipelineDefinition bean '" + bean + "'", definition));
        return builder.build();
    }

    /** As Spring Boot compares the names of properties. */
    private static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
