package io.streamsboot.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class JsonSerdeTests {

    record Reading(String sensor, double value, Instant at) {}

    private final JsonSerde<Reading> serde = JsonSerde.of(Reading.class);

    @Test
    void writesAndReadsItsType() {
        var reading = new Reading("boiler-ä", 21.5, Instant.parse("2001-01-01T06:20:00Z"));

        byte[] bytes = serde.serializer().serialize("readings", reading);

        assertThat(serde.deserializer().deserialize("readings", bytes)).isEqualTo(reading);
    }

    @Test
    void keepsTombstones() {
        assertThat(serde.serializer().serialize("readings", null)).isNull();
        assertThat(serde.deserializer().deserialize("readings", null)).isNull();
    }

    @Test
    void namesTopicAndTypeWhenItCannotRead() {
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> serde.deserializer().deserialize("readings", "{oops".getBytes(UTF_8)))
                .withMessageContaining("readings")
                .withMessageContaining("Reading");
    }
}
