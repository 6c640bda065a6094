package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.pipeline.program.ContainerEngine;
import io.streamsboot.pipeline.program.ProgramLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Programs that steps of pipelines may run, and their limits. */
public class PipelineProgramProperties {

    /**
     * Directory with programs: classpath:programs/ if it is not set. Processes need a directory of files.
     */
    private @Nullable String location;

    /**
     * Time that a program has for its answer to a row.
     */
    private Duration timeout = ProgramLimits.DEFAULT.timeout();

    /**
     * Time that a program has for its answer to the first row after it was started.
     */
    private Duration startTimeout = ProgramLimits.DEFAULT.startTimeout();

    /**
     * Memory that a wasm program may have.
     */
    private DataSize maxMemory = DataSize.ofBytes(ProgramLimits.DEFAULT.memory());

    /**
     * Number of instructions that a wasm program may take for a row.
     */
    private long maxSteps = ProgramLimits.DEFAULT.steps();

    /**
     * Size of the answer to a row.
     */
    private DataSize maxOutput = DataSize.ofBytes(ProgramLimits.DEFAULT.output());

    private final Processes process = new Processes();

    private final Containers container = new Containers();

    public @Nullable String getLocation() {
        return location;
    }

    public void setLocation(@Nullable String location) {
        this.location = location;
    }

    public Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public Duration getStartTimeout() {
        return startTimeout;
    }

    public void setStartTimeout(Duration startTimeout) {
        this.startTimeout = startTimeout;
    }

    public DataSize getMaxMemory() {
        return maxMemory;
    }

    public void setMaxMemory(DataSize maxMemory) {
        this.maxMemory = maxMemory;
    }

    public long getMaxSteps() {
        return maxSteps;
    }

    public void setMaxSteps(long maxSteps) {
        this.maxSteps = maxSteps;
    }

    public DataSize getMaxOutput() {
        return maxOutput;
    }

    public void setMaxOutput(DataSize maxOutput) {
        this.maxOutput = maxOutput;
    }

    public Processes getProcess() {
        return process;
    }

    public Containers getContainer() {
        return container;
    }

    /** Programs that run as processes. */
    public static class Processes {

        /**
         * Whether definitions may run executable files of the directory with programs, with the rights of this
         * application.
         */
        private boolean enabled;

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** Programs that run in containers. */
    public static class Containers {

        /**
         * Whether definitions may run the images that the directory with programs names.
         */
        private boolean enabled;

        /**
         * Command that runs containers, as Docker's client does.
         */
        private String engine = ContainerEngine.DOCKER.command();

        /**
         * Options of every run of a container, such as --network=none.
         */
        private List<String> options = new ArrayList<>();

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public String getEngine() {
            return engine;
        }

        public void setEngine(String engine) {
            this.engine = engine;
        }

        public List<String> getOptions() {
            return options;
        }

        public void setOptions(List<String> options) {
            this.options = options;
        }
    }
}
