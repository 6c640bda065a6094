package io.streamsboot.workflow;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a step does. Serializable for one reason: a lambda of such a type tells what it returns. It is never serialized,
 * and may use whatever it likes.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface Step<T extends @Nullable Object> extends Serializable {

    /**
     * Does it.
     *
     * @return the result, which is kept as JSON
     * @throws Exception when it fails; nothing is kept then
     */
    T run() throws Exception;
}
