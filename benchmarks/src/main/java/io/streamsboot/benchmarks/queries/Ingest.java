package io.streamsboot.benchmarks.queries;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes to the table at a fixed rate, whatever else happens. */
final class Ingest implements AutoCloseable {

    static final int KEYS = 10_000;

    private static final String VALUE = "v".repeat(100);

    private final KafkaProducer<String, String> producer;
    private final Thread thread;
    private volatile boolean stopped;

    Ingest(String bootstrapServers, int perSecond) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new StringSerializer());
        for (int i = 0; i < KEYS; i++) {
            send(i);
        }
        producer.flush();
        this.thread = new Thread(() -> write(perSecond), "lookups-ingest");
    }

    void start() {
        thread.start();
    }

    static String key(int number) {
        return "key-" + number;
    }

    private void send(int key) {
        producer.send(new ProducerRecord<>(LookupApplication.TOPIC, key(key), VALUE + key));
    }

    private void write(int perSecond) {
        SplittableRandom random = new SplittableRandom(1);
        long begin = System.nanoTime();
        for (long sent = 0; !stopped; ) {
            long due = (long) ((System.nanoTime() - begin) / 1e9 * perSecond);
            while (sent < due) {
                send(random.nextInt(KEYS));
                sent++;
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
