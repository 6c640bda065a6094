package io.streamsboot.graph;

/** The graph cannot be built: change its definition. */
public final class GraphDefinitionException extends GraphException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the node, the value and the way out. */
    public GraphDefinitionException(String message) {
        super(message, null);
    }
}
