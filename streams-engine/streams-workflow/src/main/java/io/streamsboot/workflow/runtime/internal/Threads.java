package io.streamsboot.workflow.runtime.internal;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for user code: virtual ones where Java has them, otherwise a pool that grows as it is needed. */
final class Threads {

    private Threads() {}

    static ExecutorService forUserCode(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, name + "-", 0L);
            ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(named);
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, factory);
        } catch (NoSuchMethodException | ClassNotFoundException | IllegalAccessException e) {
            return pool(name);
        } catch (InvocationTargetException e) {
            // Before Java 21 they are a preview, and this is how they say so.
            return pool(name);
        }
    }

    /** A pool of daemon threads. */
    static ExecutorService pool(String name) {
        AtomicLong count = new AtomicLong();
        return Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, name + "-" + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
    }
}
