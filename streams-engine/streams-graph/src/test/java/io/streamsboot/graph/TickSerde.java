package io.streamsboot.graph;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Ticks as bytes. */
final class TickSerde {

    private TickSerde() {}

    static Serde<Tick> of() {
        return Serdes.serdeFrom(
                (topic, tick) -> {
                    var out = new StateOutput();
                    Tick.CODEC.write(tick, out);
                    return out.toByteArray();
                },
                (topic, bytes) -> bytes == null ? null : Tick.CODEC.read(new StateInput(bytes)));
    }
}
