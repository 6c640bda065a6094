package io.streamsboot.samples.flightboard.topologies;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.samples.flightboard.flights.Flight;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The mended parser: it reads a delay with a unit, {@code "7 min"}, which the strict one does not take for a number. What
 * it writes is the same.
 */
final class LenientFlights implements Serde<Flight> {

    private final Serde<Flight> strict;

    LenientFlights(Serde<Flight> strict) {
        this.strict = strict;
    }

    @Override
    public Serializer<Flight> serializer() {
        return strict.serializer();
    }

    @Override
    public Deserializer<Flight> deserializer() {
        return (topic, data) -> strict.deserializer().deserialize(topic, withoutUnit(data));
    }

    private static byte @Nullable [] withoutUnit(byte @Nullable [] data) {
        return data == null
                ? null
                : new String(data, UTF_8).replaceAll("\"(-?\\d+) min\"", "$1").getBytes(UTF_8);
    }
}
