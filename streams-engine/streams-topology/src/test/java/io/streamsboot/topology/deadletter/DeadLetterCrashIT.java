package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a topology with exactly-once at random moments. A few rounds by default; {@code -Ddead-letters.crash.rounds=25
 * -Ddead-letters.crash.early=15} is the long form: so many kills, and so many of them between a first dead letter and its
 * commit. {@code -Ddead-letters.crash.seed} repeats a campaign as far as time allows.
 */
@WithDevBroker
@ExtendWith(ProcessExtension.class)
class DeadLetterCrashIT {

    private static final int ROUNDS = Integer.getInteger("dead-letters.crash.rounds", 2);
    private static final int EARLY = Integer.getInteger("dead-letters.crash.early", 1);
    private static final long SEED = Long.getLong("dead-letters.crash.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int RECORDS_PER_ROUND = 300;

    /** A kill that was meant to come before a commit can come too late. */
    private static final int MOST_TRIES = 3;

    private final Random random = new Random(SEED);
    private int number;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void everyInputIsExactlyOnceInOutputsOrDeadLetters(DevBroker broker, Processes processes, @TempDir Path state)
            throws Exception {
        String servers = broker.bootstrapServers();
        broker.createTopic("crash-in", 3);
        broker.createTopic("crash-out", 3, Map.of("max.message.bytes", "100000"));
        JavaProcess app = processes
                .java(CrashingApp.class)
                .args(servers, "crash", "crash-in", "crash-out", state.toString(), "400")
                .heap(256)
                .readyWhenLine("^READY")
                .start(PATIENCE);
        int early = 0;
        int kills = 0;
        for (; kills < ROUNDS || (early < EARLY && kills < MOST_TRIES * ROUNDS); kills++) {
            // Commits come every 400 ms: a kill right after the first dead letter lies before the commit of that
            // letter.
            boolean wanted = early < EARLY;
            long committed = letters(servers).size();
            Letters.send(servers, batch());
            if (wanted) {
                app.awaitLine(line -> line.equals("FAILED"), PATIENCE);
                pause(random.nextInt(150));
            } else {
                pause(random.nextInt(1_500));
            }
            app.kill();
            if (wanted && letters(servers).size() == committed) {
                early++;
            }
            app.restart();
        }

        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < number; i++) {
            expected.put(String.valueOf(i), 1);
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(found(servers)).isEqualTo(expected));
        pause(1_000);
        assertThat(found(servers)).as("seed %d", SEED).isEqualTo(expected);
        System.out.printf("%d kills, %d of them between a first dead letter and its commit%n", kills, early);
        assertThat(early).as("kills before a commit").isGreaterThanOrEqualTo(EARLY);
    }

    private static void pause(long millis) throws InterruptedException {
        assertThat(new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)).isFalse();
    }

    private List<ProducerRecord<byte[], byte[]>> batch() {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < RECORDS_PER_ROUND; i++) {
            String kind = switch (random.nextInt(20)) {
                case 0, 1 -> "decode";
                case 2, 3 -> "process";
                case 4 -> "large";
                default -> "good";
            };
            byte[] key = random.nextInt(10) == 0
                    ? null
                    : String.valueOf(random.nextInt(50)).getBytes(UTF_8);
            records.add(new ProducerRecord<>("crash-in", key, (kind + "/" + number++ + "/").getBytes(UTF_8)));
        }
        return records;
    }

    /** How often each input is found, under read_committed. */
    private static Map<String, Integer> found(String servers) {
        Map<String, Integer> found = new HashMap<>();
        TopicRecords.committed(servers, "crash-out")
                .forEach(record -> found.merge(number(record.value()), 1, Integer::sum));
        letters(servers).forEach(letter -> found.merge(number(letter.payload().value()), 1, Integer::sum));
        return found;
    }

    private static String number(byte[] value) {
        return new String(value, UTF_8).split("/")[1];
    }

    private static List<DeadLetter> letters(String servers) {
        return Letters.letters(servers, "crash.dead-letters");
    }
}
