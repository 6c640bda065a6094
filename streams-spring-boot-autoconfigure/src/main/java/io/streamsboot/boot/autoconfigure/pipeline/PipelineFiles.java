package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.boot.autoconfigure.StreamsConfigurationException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

/** Finds definitions in files. */
final class PipelineFiles {

    private static final Set<String> EXTENSIONS = Set.of("yaml", "yml", "json", "toml");
    private static final String PROPERTY = PipelinesProperties.PREFIX + ".location";

    private final ResourcePatternResolver resolver;

    PipelineFiles(ResourcePatternResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * The text of every definition by the name of its file. A location that nobody has set may be without any.
     */
    Map<String, String> find(@Nullable String configured) {
        String location = configured == null ? PipelinesProperties.DEFAULT_LOCATION : configured.strip();
        if (location.isEmpty()) {
            throw new StreamsConfigurationException(
                    "Property '" + PROPERTY + "' is blank.",
                    "Name a directory, such as " + PipelinesProperties.DEFAULT_LOCATION + ", or remove it.");
        }
        String directory = location.endsWith("/") ? location : location + "/";
        Map<String, String> texts = new TreeMap<>();
        for (Resource file : files(directory)) {
            texts.put(directory + file.getFilename(), text(file));
        }
        if (texts.isEmpty() && configured != null) {
            throw new StreamsConfigurationException(
                    "Property '" + PROPERTY + "' is '" + configured + "', where no definition of a pipeline is.",
                    "Put a file there that ends in .yaml, .yml, .json or .toml, correct the property, or remove it.");
        }
        return texts;
    }

    private List<Resource> files(String directory) {
        try {
            return Arrays.stream(resolver.getResources(directory + "*.*"))
                    .filter(PipelineFiles::isDefinition)
                    .sorted(Comparator.comparing(Resource::getDescription))
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            throw new StreamsConfigurationException(
                    "Definitions of pipelines cannot be looked for in '" + directory + "': " + e + ".",
                    "Correct '" + PROPERTY + "', or look whether the directory can be read.");
        }
    }

    private static boolean isDefinition(Resource file) {
        String name = String.valueOf(file.getFilename());
        return file.isReadable()
                && EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }

    private static String text(Resource file) {
        try {
            return file.getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StreamsConfigurationException(
                    "The pipeline in " + file.getDescription() + " cannot be read: " + e + ".",
                    "Look whether the file can be read.");
        }
    }
}
