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
 */
record PipelineWorkload(String steps, LongSupplier expected) implements Workload {

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
        Rows.check(cluster, output, expected.getAsLong());
    }
}
