package io.streamsboot.devbroker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.streamsboot.devbroker.internal.LogQuieting;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogQuietingTests {

    private final Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    private final Logger server = logger("kafka");

    private final Level rootLevel = root.getLevel();

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        DevBroker.noisyLoggers().forEach(name -> logger(name).setLevel(null));
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        root.addAppender(events);
        root.setLevel(Level.INFO);
    }

    @AfterEach
    void restore() {
        root.detachAppender(events);
        root.setLevel(rootLevel);
        DevBroker.noisyLoggers().forEach(name -> logger(name).setLevel(Level.ERROR));
    }

    @Test
    void aStartAndACloseSayNothing() {
        DevBroker.builder().topic("orders", 1).start().close();

        assertThat(List.copyOf(events.list))
                .extracting(event -> event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage())
                .isEmpty();
        assertThat(logger("org.apache.kafka.clients.NetworkClient").getLevel()).isNull();
    }

    @Test
    void levelsOfTheUserWin() {
        server.setLevel(Level.INFO);
        Logger parent = logger("org.apache.kafka");
        parent.setLevel(Level.WARN);
        try {
            LogQuieting.apply();

            assertThat(server.getLevel()).isEqualTo(Level.INFO);
            assertThat(logger("org.apache.kafka.raft").getEffectiveLevel()).isEqualTo(Level.WARN);
            assertThat(logger("state.change.logger").getLevel()).isEqualTo(Level.ERROR);
        } finally {
            parent.setLevel(null);
        }
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
