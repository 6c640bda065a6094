package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.workflow.runtime.Workflows;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

/** Starts workflows once the context is refreshed, and stops them after the web server has drained its requests. */
final class WorkflowsLifecycle
        implements SmartLifecycle, ApplicationListener<ContextRefreshedEvent>, ApplicationContextAware {

    /** That of topologies: below the web server, so that it stops after it. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072;

    private final Workflows workflows;
    private final boolean autoStartup;
    private final Object lock = new Object();
    private @Nullable ApplicationContext context;
    private boolean refreshed;
    private boolean running;

    WorkflowsLifecycle(Workflows workflows, boolean autoStartup) {
        this.workflows = workflows;
        this.autoStartup = autoStartup;
    }

    @Override
    public void setApplicationContext(ApplicationContext context) {
        this.context = context;
    }

    @Override
    public void start() {
        synchronized (lock) {
            running = true;
            if (refreshed) {
                workflows.start();
            }
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext().equals(context)) {
            synchronized (lock) {
                refreshed = true;
                if (running) {
                    workflows.start();
                }
            }
        }
    }

    @Override
    public void stop() {
        synchronized (lock) {
            if (running) {
                running = false;
                workflows.stop();
            }
        }
    }

    @Override
    public boolean isRunning() {
        synchronized (lock) {
            return running;
        }
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
