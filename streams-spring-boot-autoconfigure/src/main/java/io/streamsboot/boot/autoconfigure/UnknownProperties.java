package io.streamsboot.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;

/** Refuses keys below {@code streams} that no property has, so that a misspelled one is not a silent default. */
final class UnknownProperties {

    /** What is bound by others, who may not be there. */
    private static final Set<ConfigurationPropertyName> OTHERS = Set.of(
            ConfigurationPropertyName.of("streams.dead-letter"),
            ConfigurationPropertyName.of("streams.dev-broker"),
            ConfigurationPropertyName.of("streams.pipelines"),
            ConfigurationPropertyName.of("streams.queries"),
            ConfigurationPropertyName.of("streams.workflow-journal"),
            ConfigurationPropertyName.of("streams.workflows"));

    private UnknownProperties() {}

    static void refuse(Binder binder) {
        List<ConfigurationProperty> unknown = new ArrayList<>();
        collect(binder, StreamsProperties.PREFIX, StreamsProperties.class, unknown);
        unknown.removeIf(property -> OTHERS.stream().anyMatch(other -> other.isAncestorOf(property.getName())));
        collect(binder, StreamsProperties.PREFIX + ".dead-letter", DeadLetterScanProperties.All.class, unknown);
        if (!unknown.isEmpty()) {
            throw new StreamsConfigurationException(
                    unknown.stream()
                            .map(UnknownProperties::describe)
                            .sorted()
                            .collect(Collectors.joining("\n", "No property has these names:\n\n", "")),
                    "Correct or remove them. What there is, an editor offers as you type, and the guide on configuration lists.");
        }
    }

    private static void collect(Binder binder, String prefix, Class<?> type, List<ConfigurationProperty> unknown) {
        try {
            binder.bind(
                    prefix,
                    Bindable.of(type),
                    new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
        } catch (BindException e) {
            if (!(e.getCause() instanceof UnboundConfigurationPropertiesException unbound)) {
                throw e;
            }
            unknown.addAll(unbound.getUnboundProperties());
        }
    }

    private static String describe(ConfigurationProperty property) {
        String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return "    " + property.getName() + origin;
    }
}
