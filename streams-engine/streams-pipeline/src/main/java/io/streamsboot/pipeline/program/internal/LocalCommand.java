package io.streamsboot.pipeline.program.internal;

import io.streamsboot.pipeline.program.ContainerEngine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a process is started, and ended if it is more than a process: a list of arguments that no shell sees, and of the
 * environment, which may hold secrets, only what a program needs to find its way.
 *
 * @param command program and arguments
 * @param ending program and arguments that end what the process has started elsewhere; empty if it has not
 * @param environment prefixes of variables that are handed on beside the usual ones
 * @param directory working directory; null for that of this application
 */
record LocalCommand(
        List<String> command,
        List<String> ending,
        Set<String> environment,
        @Nullable Path directory) {

    private static final Set<String> USUAL =
            Set.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "SYSTEMROOT");

    static LocalCommand of(Path program, List<String> args) {
        return new LocalCommand(Programs.withFirst(program.toString(), args), List.of(), Set.of(), program.getParent());
    }

    static LocalCommand container(ContainerEngine engine, String ref, String image, List<String> args) {
        String name = "streams-" + ref + "-" + UUID.randomUUID();
        List<String> command = new ArrayList<>(List.of(engine.command(), "run", "-i", "--rm", "--name", name));
        command.addAll(engine.options());
        command.add(image);
        command.addAll(args);
        return new LocalCommand(
                command, List.of(engine.command(), "kill", name), Set.of("DOCKER_", "CONTAINER_", "XDG_"), null);
    }

    Process start() throws IOException {
        return builder(command).start();
    }

    /** Begins to end what the process has started elsewhere. */
    void end() throws IOException {
        if (!ending.isEmpty()) {
            builder(ending)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }

    private ProcessBuilder builder(List<String> arguments) {
        ProcessBuilder builder = new ProcessBuilder(arguments);
        Map<String, String> variables = builder.environment();
        variables
                .keySet()
                .removeIf(name -> !USUAL.contains(name) && environment.stream().noneMatch(name::startsWith));
        if (directory != null) {
            builder.directory(new File(directory.toString()));
        }
        return builder;
    }
}
