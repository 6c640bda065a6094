package io.streamsboot.boot.autoconfigure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A record on which a graph's function throws is set aside, leaves no trace in the state, and is replayed to the next release. */
@WithDevBroker
class GraphDeadLettersIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final double REFUSED = -5;

    private final DevBroker broker;

    @TempDir
    private Path state;

    GraphDeadLettersIT(DevBroker broker) {
        this.broker = broker;
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-least-once", "exactly-once"})
    void aRecordThatFailsLeavesNoTraceUntilItIsReplayed(String guarantee) {
        broker.createTopic(guarantee, 2);
        broker.createTopic(guarantee + "-totals", 2);
        ProducerRecord<String, Double> bad = record(guarantee, "a", REFUSED);
        bad.headers().add("origin", "till 7".getBytes(UTF_8)).add("origin", new byte[] {0, -1});
        send(
                record(guarantee, "a", 1),
                record(guarantee, "b", 10),
                record(guarantee, "a", 2),
                bad,
                record(guarantee, "a", 0.1),
                record(guarantee, "b", 20),
                record(guarantee, "a", 4));
        List<Double> goodOfA = List.of(1.0, 2.0, 0.1, 4.0);
        List<Double> goodOfB = List.of(10.0, 20.0);
        String dead = guarantee + "-sums.dead-letters";

        try (ConfigurableApplicationContext context = start(guarantee, false)) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(totals(guarantee)).isEqualTo(Map.of("a", iterator(goodOfA), "b", iterator(goodOfB)));
                assertThat(letters(dead)).hasSize(1);
            });
            assertSetAside(letters(dead).get(0), bad);
            assertThat(context.getBean(ManagedTopologies.class)
                            .find("sums")
                            .status()
                            .failures())
                    .isZero();
        }

        try (ConfigurableApplicationContext context = start(guarantee, true)) {
            DeadLetters deadLetters = context.getBean(DeadLetters.class);
            deadLetters.submit(DeadLetterRequest.replay("mended", dead, Selection.ALL));
            DeadLetterProgress end = await().atMost(PATIENCE)
                    .until(() -> deadLetters.progress(dead, "mended"), progress -> progress.state() != State.RUNNING);
            assertThat(end.counts()).isEqualTo(new DeadLetterProgress.Counts(1, 1, 0, 0));
            List<Double> allOfA = new ArrayList<>(goodOfA);
            allOfA.add(REFUSED);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(totals(guarantee))
                            .isEqualTo(Map.of("a", iterator(allOfA), "b", iterator(goodOfB))));
            assertThat(letters(dead)).hasSize(1);
        }
    }

    private static void assertSetAside(DeadLetter letter, ProducerRecord<String, Double> record) {
        assertThat(letter.payload().content()).isEqualTo(Content.SOURCE);
        assertThat(letter.payload().key()).isEqualTo(record.key().getBytes(UTF_8));
        assertThat(letter.payload().value()).isEqualTo(new DoubleSerializer().serialize("", record.value()));
        assertThat(letter.payload().headers()).containsExactly(record.headers().toArray());
        assertThat(letter.origin().topic()).isEqualTo(record.topic());
        assertThat(letter.origin().timestamp()).isEqualTo(record.timestamp());
        assertThat(letter.place().stage()).isEqualTo(Stage.PROCESS);
        assertThat(letter.place().node()).isEqualTo("sums");
        assertThat(letter.cause().type()).isEqualTo(UserCodeException.class.getName());
    }

    private ConfigurableApplicationContext start(String guarantee, boolean mended) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.application.name=" + guarantee,
                        "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "--streams.commit-interval=50ms",
                        "--streams.processing-guarantee=" + guarantee,
                        "--streams.state-directory=" + state,
                        "--test.topic=" + guarantee,
                        "--test.mended=" + mended);
    }

    @SafeVarargs
    private void send(ProducerRecord<String, Double>... records) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new DoubleSerializer())) {
            for (ProducerRecord<String, Double> record : records) {
                producer.send(record);
            }
        }
    }

    private static ProducerRecord<String, Double> record(String topic, String key, double value) {
        return new ProducerRecord<>(topic, null, 1_000L + Math.round(100 * value), key, value);
    }

    private List<DeadLetter> letters(String topic) {
        return TopicRecords.committed(broker.bootstrapServers(), topic).stream()
                .map(Envelope::decode)
                .toList();
    }

    private Map<String, List<String>> totals(String input) {
        Map<String, List<String>> totals = new TreeMap<>();
        TopicRecords.committed(
                        broker.bootstrapServers(),
                        input + "-totals",
                        new StringDeserializer(),
                        new StringDeserializer())
                .forEach(record -> totals.computeIfAbsent(record.key(), key -> new ArrayList<>())
                        .add(record.value()));
        return totals;
    }

    private static List<String> iterator(List<Double> numbers) {
        return totals(true).over(numbers).toList();
    }

    /** Sums and moving averages; the function that may throw is called when their operators have moved already. */
    private static Graph<Double, String> totals(boolean mended) {
        return Graph.define(Double.class, g -> {
            Signal number = g.number(Double::doubleValue);
            return g.combine(number.cumsum(), number.sma(2).orElse(number), number, (total, mean, last) -> {
                if (last == REFUSED && !mended) {
                    throw new IllegalArgumentException("negative numbers come with the next release");
                }
                return total + " " + mean;
            });
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        GraphDefinition<Double, String> sums(
                @Value("${test.topic}") String topic, @Value("${test.mended}") boolean mended) {
            return GraphDefinition.of(totals(mended))
                    .from(Serdes.String(), Serdes.Double(), topic)
                    .to(topic + "-totals", Serdes.String())
                    .build();
        }
    }
}
