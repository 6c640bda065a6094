package io.streamsboot.topology.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.FailureClassifier;
import io.streamsboot.core.failure.FailureMatch;
import io.streamsboot.core.failure.FailureRule;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class InPlaceRetryTests {

    private static final FailureAction RETRY = new FailureAction.Retry(
            3, new Backoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0), FailureAction.SKIP);
    private static final FailureClassifier RETRYING =
            FailureClassifier.of(List.of(new FailureRule(FailureMatch.exceptions("ConnectException"), RETRY)));

    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void triesAgainUntilItSucceeds() {
        assertThat(run(failing(2), "a", "b", Map.of())).containsExactly("a", "b");

        assertThat(calls).hasValue(4);
    }

    @Test
    void doesWhatComesAfterTheLastTry() {
        assertThat(run(failing(4), "a", "b", Map.of())).containsExactly("b");

        assertThat(calls).hasValue(5);
    }

    @Test
    void doesNotTryWhatWouldTakeTooLong() {
        assertThatException()
                .isThrownBy(() -> run(failing(1), "a", "b", Map.of("main.consumer.max.poll.interval.ms", 1)))
                .withRootCauseInstanceOf(ConnectException.class);

        assertThat(calls).hasValue(1);
    }

    @Test
    void doesNotTryAgainWhatOthersHaveSeen() {
        assertThatException()
                .isThrownBy(() -> run(
                        builder -> builder.<String, String>stream("in")
                                .process(() -> new ContextualProcessor<String, String, String, String>() {
                                    @Override
                                    public void process(Record<String, String> record) {
                                        context().forward(record);
                                        fail(1);
                                    }
                                })
                                .filter((key, value) -> true)
                                .to("out"),
                        "a",
                        "b",
                        Map.of()))
                .withRootCauseInstanceOf(ConnectException.class);

        assertThat(calls).hasValue(1);
    }

    @Test
    void doesNotTryAgainWhereStateMayHaveChanged() {
        assertThatException()
                .isThrownBy(() -> run(
                        builder -> {
                            builder.addStateStore(Stores.keyValueStoreBuilder(
                                    Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String()));
                            builder.<String, String>stream("in")
                                    .process(
                                            () -> new ContextualProcessor<String, String, String, String>() {
                                                @Override
                                                public void process(Record<String, String> record) {
                                                    fail(1);
                                                }
                                            },
                                            "store")
                                    .to("out");
                        },
                        "a",
                        "b",
                        Map.of()))
                .withRootCauseInstanceOf(ConnectException.class);

        assertThat(calls).hasValue(1);
    }

    @Test
    void asksTheHandlerAboutAFailedCast() {
        assertThat(run(
                        builder -> builder.<String, String>stream("in")
                                .mapValues(value -> {
                                    Object odd = value.equals("a") ? (Object) 1 : value;
                                    return (String) odd;
                                })
                                .to("out"),
                        "a",
                        "b",
                        Map.of()))
                .containsExactly("b");
    }

    private TopologyDefinition failing(int times) {
        return builder -> builder.<String, String>stream("in")
                .mapValues(value -> {
                    fail(times);
                    return value;
                })
                .to("out");
    }

    private void fail(int times) {
        if (calls.incrementAndGet() <= times) {
            throw new UncheckedIOException(new ConnectException("refused"));
        }
    }

    private static List<String> run(
            TopologyDefinition definition, String first, String second, Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "retry");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        FailureClassifier classifier = failure -> failure.exception().getCause() instanceof ClassCastException
                ? FailureAction.SKIP
                : RETRYING.classify(failure);
        TopologyOptions options =
                TopologyOptions.of(config).withDeadLetters(DeadLetterOptions.DEFAULT.withClassifier(classifier));
        BuiltTopology built = TopologyFactory.build(TopologySpec.of("main", definition, options), null);
        Properties properties = new Properties();
        properties.putAll(built.engine().open(config));
        try (TopologyTestDriver driver = new TopologyTestDriver(built.topology(), properties)) {
            var in = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            in.pipeInput("k", first);
            in.pipeInput("k", second);
            DeadLetterCounts counts = built.engine().counts();
            assertThat(counts.kinds()).allMatch(kind -> kind.deadLetters() == 0);
            return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readValuesToList();
        } finally {
            built.engine().close();
        }
    }
}
