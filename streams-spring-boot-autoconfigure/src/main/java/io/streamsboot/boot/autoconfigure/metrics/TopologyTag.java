package io.streamsboot.boot.autoconfigure.metrics;

/** Tags that are added to the meters of Kafka Streams, which keep the names that Micrometer gives them. */
enum TopologyTag {
    /** Name of the topology. */
    TOPOLOGY("topology");

    private final String key;

    TopologyTag(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
