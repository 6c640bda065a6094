package io.streamsboot.pipeline.program;

import java.util.List;

/**
 * What runs containers: {@code <command> run -i --rm --name <made up> <options> <image> <arguments>}, and
 * {@code <command> kill <made up>} for a container that does not end by itself.
 *
 * @param command name or path of the client
 * @param options further options of {@code run}
 */
public record ContainerEngine(String command, List<String> options) {

    /** The client of Docker, without further options. */
    public static final ContainerEngine DOCKER = new ContainerEngine("docker", List.of());

    public ContainerEngine {
        if (command.isBlank()) {
            throw new IllegalArgumentException("the command that runs containers is blank");
        }
        options = List.copyOf(options);
    }
}
