package io.streamsboot.devbroker.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** The part of {@link LogQuieting} that needs Logback: loaded only where it is present. */
final class LogbackLevels {

    private static final Map<String, Level> SHARED = Map.of(
            "org.apache.kafka.clients.admin.AdminClientConfig", Level.WARN,
            "org.apache.kafka.clients.FetchSessionHandler", Level.WARN,
            "org.apache.kafka.clients.NetworkClient", Level.ERROR,
            "org.apache.kafka.common.metrics.Metrics", Level.WARN,
            "org.apache.kafka.common.utils.AppInfoParser", Level.ERROR,
            "org.apache.kafka.common.utils.internals.AppInfoParser", Level.ERROR);

    /** While a quorum forms, it reports every request to the wrong node as an error, with a stack trace. */
    private static final String CONTROLLER = "kafka.server.ControllerApis";

    private LogbackLevels() {}

    static boolean isInUse(ILoggerFactory factory) {
        return factory instanceof LoggerContext;
    }

    static void quieten(List<String> loggers) {
        loggers.stream()
                .filter(LogbackLevels::isUnset)
                .forEach(name -> logger(name).setLevel(Level.ERROR));
    }

    static <T> T quietly(Supplier<T> work) {
        List<Logger> changed = new ArrayList<>();
        SHARED.forEach((name, level) -> {
            if (isUnset(name)) {
                Logger logger = logger(name);
                logger.setLevel(level);
                changed.add(logger);
            }
        });
        Logger controller = logger(CONTROLLER);
        if (controller.getLevel() == null && controller.getEffectiveLevel().isGreaterOrEqual(Level.ERROR)) {
            controller.setLevel(Level.OFF);
            changed.add(controller);
        }
        try {
            return work.get();
        } finally {
            changed.forEach(logger -> logger.setLevel(null));
        }
    }

    /** Whether neither the logger nor a parent of it, the root aside, has a level of its own. */
    private static boolean isUnset(String name) {
        String each = name;
        while (true) {
            if (logger(each).getLevel() != null) {
                return false;
            }
            int dot = each.lastIndexOf('.');
            if (dot < 0) {
                return true;
            }
            each = each.substring(0, dot);
        }
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
