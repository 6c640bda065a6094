package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.Step;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** What lambdas return: their serialized form says it. */
final class LambdaTypes {

    private static final Map<Class<?>, Class<?>> KNOWN = new WeakHashMap<>();

    private LambdaTypes() {}

    /**
     * The type that a lambda returns.
     *
     * @throws IllegalArgumentException if it is generic or not to be found out
     */
    static Class<?> returnType(String name, Step<?> step) {
        synchronized (KNOWN) {
            Class<?> known = KNOWN.get(step.getClass());
            if (known != null) {
                return known;
            }
        }
        Class<?> found = find(step);
        if (found == null || found == Object.class || found.getTypeParameters().length > 0) {
            throw new IllegalArgumentException("the result type of step " + name + " is "
                    + (found == null ? "unknown" : found.getName()) + ", which does not say how to read it back:"
                    + " give it as a class or, if it is generic, as new StepType<…>() {}");
        }
        synchronized (KNOWN) {
            KNOWN.put(step.getClass(), found);
        }
        return found;
    }

    private static @Nullable Class<?> find(Step<?> step) {
        try {
            Method replace = step.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (!(replace.invoke(step) instanceof SerializedLambda lambda)) {
                return null;
            }
            Class<?> type = MethodType.fromMethodDescriptorString(
                            lambda.getInstantiatedMethodType(), step.getClass().getClassLoader())
                    .returnType();
            return type;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
