package io.streamsboot.test;

import io.streamsboot.devbroker.DevBroker;
import java.lang.reflect.AnnotatedElement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts the broker of {@link WithDevBroker}; the context's store closes it. */
final class DevBrokerExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(DevBrokerExtension.class);

    private DevBrokerExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        startIfAnnotated(context, context.getRequiredTestClass());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        startIfAnnotated(context, context.getRequiredTestMethod());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == DevBroker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // A constructor is called before the method's own broker is there: it gets that of the class.
        DevBroker broker = context.getStore(NAMESPACE).get(DevBroker.class, DevBroker.class);
        if (broker == null) {
            throw new ParameterResolutionException("There is no dev broker yet for " + parameter.getParameter()
                    + ": put @WithDevBroker on the class, or take the broker as a parameter of the test method");
        }
        return broker;
    }

    private static void startIfAnnotated(ExtensionContext context, AnnotatedElement element) {
        Optional<WithDevBroker> annotation = AnnotationSupport.findAnnotation(element, WithDevBroker.class);
        if (annotation.isPresent()) {
            // The broker itself goes into the store: it is AutoCloseable, and closed with its context.
            context.getStore(NAMESPACE).put(DevBroker.class, start(annotation.get(), element));
        }
    }

    private static DevBroker start(WithDevBroker annotation, AnnotatedElement element) {
        DevBroker.Builder builder = DevBroker.builder().nodes(annotation.nodes());
        builder.properties(parse(annotation.properties(), "properties", element));
        for (Topic topic : annotation.topics()) {
            builder.topic(topic.name(), topic.partitions(), parse(topic.config(), "config", element));
        }
        return builder.start();
    }

    private static Map<String, String> parse(String[] pairs, String attribute, @Nullable Object where) {
        Map<String, String> parsed = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new ExtensionConfigurationException("'" + pair + "' in '" + attribute + "' of @WithDevBroker on "
                        + where + " is not of the form name=value");
            }
            parsed.put(
                    pair.substring(0, equals).trim(), pair.substring(equals + 1).trim());
        }
        return parsed;
    }
}
