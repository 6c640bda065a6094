package io.streamsboot.topology;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessingContext;

/**
 * A state store of a {@link TypedTopology}. A processor that is given the handle gets its store with the right type.
 *
 * @param <S> type of the store
 */
public final class StoreHandle<S extends StateStore> {

    private final String name;

    StoreHandle(String name) {
        this.name = name;
    }

    /**
     * Name of the store.
     *
     * @return the name under which it can be queried
     */
    public String name() {
        return name;
    }

    /**
     * The store of the current task; to be called from a processor's {@code init}.
     *
     * @param context context of a processor that is connected to this store
     * @return the task's own instance
     * @throws IllegalStateException if the processor is not connected to this store
     */
    public S in(ProcessingContext context) {
        S store = context.getStateStore(name);
        if (store == null) {
            throw new IllegalStateException("store '" + name + "' is not connected to this processor of task "
                    + context.taskId() + ": pass its handle when the processor is added");
        }
        return store;
    }

    @Override
    public String toString() {
        return "StoreHandle[" + name + "]";
    }
}
