package io.streamsboot.pipeline.program;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** The program of subject.c, and pipelines with one step. */
public final class Subject {

    private Subject() {}

    /** The directory with the program. */
    public static Path directory() {
        try {
            return Path.of(Objects.requireNonNull(Subject.class.getResource("/programs/subject.wasm"))
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Options that allow the program. */
    public static ProgramOptions wasm() {
        return ProgramOptions.wasm(new ProgramDirectory(directory()));
    }

    /** A pipeline that takes rows from the dataset {@code in} through steps to {@code out}. */
    public static Pipeline pipeline(ProgramOptions options, String onBadData, String steps) {
        return new PipelineCompiler(FunctionRegistry.standard(), options)
                .compile(PipelineDefinition.read("p.yaml", """
                name: p
                datasets: { in: { topic: t, onBadData: %s }, out: { topic: u } }
                stages: [ { inputs: [in], output: out, steps: [ %s ] } ]
                """.formatted(onBadData, steps)));
    }
}
