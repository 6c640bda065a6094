package io.streamsboot.graph.kafka;

/**
 * The state of a key could not be read or written. An error and not an exception: Kafka Streams hands exceptions of a
 * processor to a handler that may set the record aside and go on, and the state would be lost with the next commit. This ends
 * the stream thread; its transaction is rolled back, or its offsets stay uncommitted.
 */
public final class GraphStateError extends Error {

    private static final long serialVersionUID = 1L;

    /** With a message that names the graph, the key and the way out. */
    public GraphStateError(String message, Throwable cause) {
        super(message, cause);
    }
}
