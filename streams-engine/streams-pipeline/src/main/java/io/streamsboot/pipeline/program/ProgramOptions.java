package io.streamsboot.pipeline.program;

import org.jspecify.annotations.Nullable;

/**
 * Which programs pipelines may run. A wasm program sees nothing of this machine, so a place is all that it needs. Processes and
 * containers run with the rights of this application, and are refused unless they are allowed here.
 *
 * @param source where programs are; null if there are none
 * @param processes whether local programs may be run
 * @param containers what runs containers; null if they may not be run
 * @param limits what a program may use
 */
public record ProgramOptions(
        @Nullable ProgramSource source,
        boolean processes,
        @Nullable ContainerEngine containers,
        ProgramLimits limits) {

    /** Property that says where programs are, for those who run pipelines with Spring Boot. */
    public static final String LOCATION_PROPERTY = "streams.pipelines.programs.location";

    /** Property that allows local programs, for those who run pipelines with Spring Boot. */
    public static final String PROCESS_PROPERTY = "streams.pipelines.programs.process.enabled";

    /** Property that allows containers, for those who run pipelines with Spring Boot. */
    public static final String CONTAINER_PROPERTY = "streams.pipelines.programs.container.enabled";

    /** No programs at all. */
    public static final ProgramOptions NONE = new ProgramOptions(null, false, null, ProgramLimits.DEFAULT);

    /**
     * Wasm programs, and no others.
     *
     * @param source where they are
     * @return options with the default limits
     */
    public static ProgramOptions wasm(ProgramSource source) {
        return new ProgramOptions(source, false, null, ProgramLimits.DEFAULT);
    }

    /**
     * These options with other limits.
     *
     * @param others what a program may use
     * @return a copy
     */
    public ProgramOptions withLimits(ProgramLimits others) {
        return new ProgramOptions(source, processes, containers, others);
    }

    /**
     * These options with local programs.
     *
     * @return a copy
     */
    public ProgramOptions withProcesses() {
        return new ProgramOptions(source, true, containers, limits);
    }

    /**
     * These options with containers.
     *
     * @param engine what runs them
     * @return a copy
     */
    public ProgramOptions withContainers(ContainerEngine engine) {
        return new ProgramOptions(source, processes, engine, limits);
    }
}
