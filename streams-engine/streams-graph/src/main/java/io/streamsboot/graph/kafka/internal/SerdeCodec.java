package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import org.apache.kafka.common.serialization.Serde;

/** Writes records that are held back as their topic has them. */
record SerdeCodec<R>(String topic, Serde<R> serde) implements Codec<R> {

    @Override
    public void write(R value, StateOutput out) {
        out.writeBytes(serde.serializer().serialize(topic, value));
    }

    @Override
    public R read(StateInput in) {
        return serde.deserializer().deserialize(topic, in.readBytes());
    }
}
