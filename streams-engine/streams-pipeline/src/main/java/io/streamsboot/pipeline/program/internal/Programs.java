package io.streamsboot.pipeline.program.internal;

import com.dylibso.chicory.wasm.WasmModule;
import io.streamsboot.core.Backoff;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.program.ContainerEngine;
import io.streamsboot.pipeline.program.ProgramLimits;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.pipeline.program.ProgramSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the programs of steps. Immutable and thread-safe. */
public final class Programs {

    private static final int MAX_MODULE = 32 << 20;
    private static final int MAX_IMAGE = 1_000;
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]*");
    private static final Backoff RESTARTS = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);

    private final ProgramOptions options;

    /** The programs that options allow. */
    public Programs(ProgramOptions options) {
        this.options = options;
    }

    /**
     * The program of a step.
     *
     * @param label the step, for messages
     * @throws PipelineException if it is not allowed, not there, or no program
     */
    public ComputeStep find(Step.Compute step, String label) {
        ProgramSource source = options.source();
        if (source == null) {
            throw refused(
                    step,
                    "there is no place with programs",
                    "Say where they are: property '" + ProgramOptions.LOCATION_PROPERTY
                            + "', or the options of the PipelineCompiler.");
        }
        try {
            return new ComputeStep(
                    label,
                    step instanceof Step.Wasm
                            ? wasm(step, source)
                            : step instanceof Step.Process ? process(step, source) : container(step, source));
        } catch (IOException | IllegalArgumentException e) {
            throw refused(step, String.valueOf(e.getMessage()), "Put a program there that can be run.");
        }
    }

    private ProgramFactory wasm(Step.Compute step, ProgramSource source) throws IOException {
        ProgramLimits limits = options.limits();
        WasmModule module = WasmModuleCheck.read(read(source, step.ref() + ".wasm", MAX_MODULE), limits);
        List<String> args = withFirst(step.ref(), step.args());
        return breaks -> new WasmProgram(module, step.ref(), args, limits);
    }

    private ProgramFactory process(Step.Compute step, ProgramSource source) throws IOException {
        if (!options.processes()) {
            throw closed(step, "processes are not allowed", ProgramOptions.PROCESS_PROPERTY);
        }
        Path program = source.executable(step.ref());
        LocalCommand command = LocalCommand.of(program, step.args());
        return breaks -> new ProcessProgram(command, step.ref(), options.limits(), delay(breaks));
    }

    private ProgramFactory container(Step.Compute step, ProgramSource source) throws IOException {
        ContainerEngine engine = options.containers();
        if (engine == null) {
            throw closed(step, "containers are not allowed", ProgramOptions.CONTAINER_PROPERTY);
        }
        String image = new String(read(source, step.ref() + ".image", MAX_IMAGE), StandardCharsets.UTF_8).strip();
        if (!IMAGE.matcher(image).matches()) {
            throw new IllegalArgumentException("'" + step.ref() + ".image' does not hold the name of an image");
        }
        return breaks -> new ProcessProgram(
                LocalCommand.container(engine, step.ref(), image, step.args()),
                step.ref(),
                options.limits(),
                delay(breaks));
    }

    private static byte[] read(ProgramSource source, String file, int limit) throws IOException {
        try (InputStream in = source.open(file)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new IOException("'" + file + "' has more than " + limit + " bytes");
            }
            return bytes;
        }
    }

    private static Duration delay(int breaks) {
        return breaks < 2 ? Duration.ZERO : RESTARTS.delay(breaks - 1);
    }

    static List<String> withFirst(String first, List<String> rest) {
        List<String> all = new ArrayList<>();
        all.add(first);
        all.addAll(rest);
        return List.copyOf(all);
    }

    private static PipelineException closed(Step.Compute step, String problem, String property) {
        return refused(
                step,
                problem + " here: they have the rights of this application",
                "Set '" + property + "' to true if whoever writes definitions may run what is in the directory.");
    }

    private static PipelineException refused(Step.Compute step, String problem, String action) {
        return new PipelineException("the program '" + step.ref() + "' cannot be run: " + problem + ".", action, null);
    }
}
