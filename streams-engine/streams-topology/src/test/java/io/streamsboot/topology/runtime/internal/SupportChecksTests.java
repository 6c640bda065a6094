package io.streamsboot.topology.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.topology.UnsupportedKafkaException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class SupportChecksTests {

    private static final Map<String, Object> EXACTLY_ONCE =
            Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    private static final Map<String, Object> STREAMS_PROTOCOL = Map.of(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");

    @Test
    void readsTheLibrarysVersionFromTheLibrary() {
        assertThat(KafkaVersion.ofLibrary())
                .isNotNull()
                .satisfies(version -> assertThat(version.isAtLeast(4, 2)).isTrue());
    }

    @Test
    void refusesALibraryOlderThan42() {
        assertThatExceptionOfType(UnsupportedKafkaException.class)
                .isThrownBy(() -> KafkaVersion.requireSupported(KafkaVersion.parse("4.1.1")))
                .withMessageContaining("4.1.1")
                .withMessageContaining("kafka.version");
        assertThatCode(() -> {
                    KafkaVersion.requireSupported(KafkaVersion.parse("4.2.0"));
                    KafkaVersion.requireSupported(KafkaVersion.parse("10.0.0-SNAPSHOT"));
                    KafkaVersion.requireSupported(KafkaVersion.parse("vendor"));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void knowsBrokenReleases() {
        assertThat(KafkaVersion.parse("4.3.0").knownDefect()).contains("KAFKA-20616");
        assertThat(KafkaVersion.parse("4.3.1").knownDefect()).isNull();
    }

    @Test
    void refusesAClusterWhoseFinalizedMetadataIsOlderThan42() {
        assertThatExceptionOfType(UnsupportedKafkaException.class)
                .isThrownBy(() -> ClusterCheck.require("main", features(27, 2, 1), Map.of()))
                .withMessageContaining("metadata.version 27")
                .satisfies(e -> assertThat(e.action()).contains("kafka-features.sh"));
        assertThatCode(() -> ClusterCheck.require("main", features(28, 0, 0), Map.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesExactlyOnceWithoutTheSecondTransactionProtocol() {
        assertThatExceptionOfType(UnsupportedKafkaException.class)
                .isThrownBy(() -> ClusterCheck.require("main", features(30, 1, 1), EXACTLY_ONCE))
                .withMessageContaining("transaction.version 1");
        assertThatCode(() -> ClusterCheck.require("main", features(30, 2, 1), EXACTLY_ONCE))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesTheStreamsProtocolWhereTheClusterDoesNotSpeakIt() {
        assertThatExceptionOfType(UnsupportedKafkaException.class)
                .isThrownBy(() -> ClusterCheck.require("main", features(30, 2, 0), STREAMS_PROTOCOL))
                .withMessageContaining("streams.version 0");
    }

    @Test
    void takesAClusterThatFinalizesNothingAtItsWord() {
        assertThatCode(() -> ClusterCheck.require("main", Map.of(), EXACTLY_ONCE))
                .doesNotThrowAnyException();
    }

    private static Map<String, FinalizedVersionRange> features(int metadata, int transaction, int streams) {
        Map<String, FinalizedVersionRange> features = new HashMap<>();
        features.put("metadata.version", range(metadata));
        if (transaction > 0) {
            features.put("transaction.version", range(transaction));
        }
        if (streams > 0) {
            features.put("streams.version", range(streams));
        }
        return features;
    }

    private static FinalizedVersionRange range(int level) {
        return new FinalizedVersionRange((short) level, (short) level);
    }
}
