package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.pipeline.host.PipelineBuilds;
import org.springframework.context.SmartLifecycle;

/** Watches builds from before their topologies start until after they have stopped, so that hosts hear how they ended. */
final class PipelineBuildsLifecycle implements SmartLifecycle {

    /** Below that of the topologies. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072 - 1;

    private final PipelineBuilds builds;
    private volatile boolean running;

    PipelineBuildsLifecycle(PipelineBuilds builds) {
        this.builds = builds;
    }

    @Override
    public void start() {
        running = true;
        builds.start();
    }

    @Override
    public void stop() {
        running = false;
        builds.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
