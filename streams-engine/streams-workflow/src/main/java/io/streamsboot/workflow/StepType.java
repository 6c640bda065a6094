package io.streamsboot.workflow;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A generic type, told by an anonymous subclass: {@code new StepType<List<Weather>>() {}}.
 *
 * @param <T> the type
 */
public abstract class StepType<T> {

    private final Type type;

    protected StepType() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)) {
            throw new IllegalArgumentException("a StepType needs its type: new StepType<List<Weather>>() {}");
        }
        this.type = parent.getActualTypeArguments()[0];
    }

    /** The type. */
    public final Type type() {
        return type;
    }
}
