package io.streamsboot.topology.query.internal;

/** What the Kafka on the class path can do. An application brings the one that its Spring Boot manages. */
final class KafkaFeatures {

    /** Isolation of questions (KIP-892) and headers in stores (KIP-1271, KIP-1356), which {@link Kafka44} speaks of. */
    static final boolean ISOLATION_AND_HEADERS =
            isPresent("org.apache.kafka.streams.query.TimestampedKeyWithHeadersQuery");

    private KafkaFeatures() {}

    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, KafkaFeatures.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
