package io.streamsboot.benchmarks.managed;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;

/**
 * A declarative pipeline of one stage.
 *
 * @param steps its steps, as a definition has them
 * @param expected rows that must come out
 * @param rows how they are checked
 */
record PipelineWorkload(String steps, LongSupplier expected, Rows rows) implements Workload {

    /** A pipeline that writes as many rows as are expected. */
    PipelineWorkload(String steps, LongSupplier expected) {
        this(steps, expected, Rows.EXACTLY);
    }

    @Override
    public String title() {
        return "pipeline";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        String definition = """
                name: benchmark
                datasets:
                  in: { topic: %s }
                  out: { topic: %s }
                stages:
                  - inputs: [in]
                    output: out
                    steps:
                %s
                """.formatted(input, output, steps.indent(6));
        new PipelineCompiler()
                .compile(PipelineDefinition.read("benchmark", definition))
                .define(new MeteredBuilder(builder, meter));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        rows.check(cluster, output, expected.getAsLong());
    }

    @Override
    public boolean isDone(BenchCluster cluster, String group) {
        return rows.areDone(cluster, group);
    }
}
