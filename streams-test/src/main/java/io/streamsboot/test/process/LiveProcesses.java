package io.streamsboot.test.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that a test has started and not yet ended, killed by a shutdown hook when the test run is ended. */
final class LiveProcesses {

    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> LIVE.forEach(Process::destroyForcibly), "kill processes of tests"));
    }

    private LiveProcesses() {}

    static void add(Process process) {
        LIVE.add(process);
    }

    static void remove(Process process) {
        LIVE.remove(process);
    }
}
