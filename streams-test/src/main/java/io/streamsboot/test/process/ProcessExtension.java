package io.streamsboot.test.process;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test {@link Processes}, and ends all of them after it. In a test method or a {@code @BeforeEach} method they
 * live for that test, in a {@code @BeforeAll} method or a constructor of a per-class instance for the whole class.
 */
public final class ProcessExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(ProcessExtension.class);

    /** Called by JUnit. */
    public ProcessExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Processes.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The store looks into its parents: the key keeps the processes of a test apart from those of its class.
        return context.getStore(NAMESPACE)
                .computeIfAbsent(context.getUniqueId(), id -> new Processes(), Processes.class);
    }
}
