package io.streamsboot.topology;

import org.apache.kafka.streams.kstream.KStream;

/**
 * The output of a node of a {@link TypedTopology}: what it forwards has keys of type {@code K} and values of type
 * {@code V}. Valid only inside the definition that made it.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class NodeHandle<K, V> {

    private final String name;
    private final KStream<K, V> stream;

    NodeHandle(String name, KStream<K, V> stream) {
        this.name = name;
        this.stream = stream;
    }

    /**
     * Name of the node.
     *
     * @return the name as it appears in the topology
     */
    public String name() {
        return name;
    }

    /**
     * The same output as a stream of the DSL, for operators that need no processor.
     *
     * @return the stream
     */
    public KStream<K, V> stream() {
        return stream;
    }

    @Override
    public String toString() {
        return "NodeHandle[" + name + "]";
    }
}
