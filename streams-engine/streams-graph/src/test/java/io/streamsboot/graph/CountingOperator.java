package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.Operator;
import java.util.function.LongConsumer;

/** Counts values, and tells of each time its state becomes bytes. */
record CountingOperator(LongConsumer written) implements Operator<Long, Double, Long> {

    @Override
    public Long initial() {
        return 0L;
    }

    @Override
    public Long apply(Long count, Double value, Context<Long> context) {
        context.emit(count + 1);
        return count + 1;
    }

    @Override
    public Codec<Long> codec() {
        return Codec.of(
                (count, out) -> {
                    written.accept(count);
                    out.writeLong(count);
                },
                in -> in.readLong());
    }

    @Override
    public String signature() {
        return "count";
    }
}
