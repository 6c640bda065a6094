package io.streamsboot.devbroker.internal;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Keeps the server's pages of log lines away from an application's log, where Logback is the logging library. */
public final class LogQuieting {

    /** Loggers that only the server uses. */
    public static final List<String> LOGGERS = List.of(
            "kafka",
            "state.change.logger",
            "org.apache.kafka.controller",
            "org.apache.kafka.common.config.AbstractConfig",
            "org.apache.kafka.coordinator",
            "org.apache.kafka.deferred",
            "org.apache.kafka.image",
            "org.apache.kafka.logger",
            "org.apache.kafka.metadata",
            "org.apache.kafka.network",
            "org.apache.kafka.queue",
            "org.apache.kafka.raft",
            "org.apache.kafka.security",
            "org.apache.kafka.server",
            "org.apache.kafka.snapshot",
            "org.apache.kafka.storage",
            "org.apache.kafka.timeline");

    private static final String LOG4J_PROVIDERS = "META-INF/services/org.apache.logging.log4j.spi.Provider";

    private static final String LOG4J_PROVIDER = "log4j.provider";

    private static final boolean LOGBACK = isPresent("ch.qos.logback.classic.LoggerContext");

    private LogQuieting() {}

    /** Sets the server's loggers to ERROR where nobody has set a level; without Logback it does nothing. */
    public static void apply() {
        initializeLog4jApi();
        if (usesLogback()) {
            LogbackLevels.quieten(LOGGERS);
        }
    }

    /**
     * Does something with loggers that server and clients share quietened, where nobody has set their levels; for the
     * short times in which the server starts and stops.
     */
    public static <T> T quietly(Supplier<T> work) {
        return usesLogback() ? LogbackLevels.quietly(work) : work.get();
    }

    /** As {@link #quietly(Supplier)}, without a result. */
    public static void quietly(Runnable work) {
        quietly(() -> {
            work.run();
            return Boolean.TRUE;
        });
    }

    /**
     * Kafka's server asks the Log4j API for its loggers once. Where no provider for that API is on the class path, as
     * outside Spring Boot, that question alone would print an error line.
     */
    private static void initializeLog4jApi() {
        if (LogQuieting.class.getClassLoader().getResource(LOG4J_PROVIDERS) != null
                || System.getProperty(LOG4J_PROVIDER) != null) {
            return;
        }
        System.setProperty(LOG4J_PROVIDER, "org.apache.logging.log4j.simple.internal.SimpleProvider");
        try {
            Class.forName("org.apache.logging.log4j.LogManager", true, LogQuieting.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            LoggerFactory.getLogger(LogQuieting.class).debug("No Log4j API", e);
        } finally {
            System.clearProperty(LOG4J_PROVIDER);
        }
    }

    private static boolean usesLogback() {
        return LOGBACK && LogbackLevels.isInUse(LoggerFactory.getILoggerFactory());
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, LogQuieting.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
