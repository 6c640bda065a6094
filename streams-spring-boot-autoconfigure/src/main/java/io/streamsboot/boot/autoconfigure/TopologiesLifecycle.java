package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.runtime.ManagedTopologies;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Starts and stops the topologies with the application. They stop after the web server has drained its requests, so their
 * phase lies below the server's; but what lies below also starts before, when no port is known yet. So the start of the
 * lifecycle only checks, and topologies start once the context is refreshed and every server listens.
 */
final class TopologiesLifecycle
        implements SmartLifecycle, ApplicationListener<ContextRefreshedEvent>, ApplicationContextAware {

    /** Below the web server, which starts and stops in {@code DEFAULT_PHASE - 2048} and drains in {@code - 1024}. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072;

    private final ManagedTopologies topologies;
    private final Object lock = new Object();
    private @Nullable ApplicationContext context;
    private boolean refreshed;
    private boolean running;

    TopologiesLifecycle(ManagedTopologies topologies) {
        this.topologies = topologies;
    }

    @Override
    public void setApplicationContext(ApplicationContext context) {
        this.context = context;
    }

    @Override
    public void start() {
        synchronized (lock) {
            if (running) {
                return;
            }
            topologies.verify();
            running = true;
            if (refreshed) {
                topologies.start();
            }
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (!event.getApplicationContext().equals(context)) {
            return;
        }
        synchronized (lock) {
            if (!refreshed) {
                refreshed = true;
                if (running) {
                    topologies.start();
                }
            }
        }
    }

    @Override
    public void stop() {
        synchronized (lock) {
            if (!running) {
                return;
            }
            running = false;
            topologies.stop();
        }
    }

    @Override
    public boolean isRunning() {
        synchronized (lock) {
            return running;
        }
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
