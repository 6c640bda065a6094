package io.streamsboot.pipeline;

import io.streamsboot.pipeline.internal.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a pipeline over rows in a test, without Kafka: the same programs in the same order, row by row. The
 * watermark follows every row, and time stands still until it is told to pass.
 *
 * <pre>{@code
 * PipelineTester tester = PipelineTester.of(definition);
 * tester.pipe("flights", "{\"origin\":\"FRA\",\"delay_minutes\":20}");
 * tester.rows("board");     // the rows that came out, as JSON
 * tester.failures();        // the rows that would be dead letters, with the reason
 * }</pre>
 *
 * Close it if the pipeline has programs. Not thread-safe.
 */
public final class PipelineTester implements AutoCloseable {

    private final Pipeline pipeline;
    private final Simulation simulation;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();

    /**
     * A row that failed.
     *
     * @param dataset dataset that it was read from
     * @param row the row
     * @param reason why
     */
    public record Failure(String dataset, String row, String reason) {}

    private PipelineTester(Pipeline pipeline, int partitions) {
        this.pipeline = pipeline;
        pipeline.definition().datasets().forEach(dataset -> rows.put(dataset.name(), new ArrayList<>()));
        this.simulation = new Simulation(pipeline.plan(), partitions, new Simulation.Listener() {
            @Override
            public void row(String dataset, byte @Nullable [] key, byte[] value) {
                rows(dataset).add(text(value));
            }

            @Override
            public void failure(String dataset, byte @Nullable [] value, RuntimeException reason) {
                failures.add(new Failure(
                        dataset, value == null ? "null" : text(value), String.valueOf(reason.getMessage())));
            }
        });
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * A tester for a compiled pipeline, whose topics have one partition.
     *
     * @param pipeline the pipeline
     * @return a tester
     */
    public static PipelineTester of(Pipeline pipeline) {
        return of(pipeline, 1);
    }

    /**
     * A tester for a compiled pipeline.
     *
     * @param pipeline the pipeline
     * @param partitions number of partitions of all topics
     * @return a tester
     */
    public static PipelineTester of(Pipeline pipeline, int partitions) {
        return new PipelineTester(pipeline, partitions);
    }

    /**
     * Puts rows into the first partition of a dataset, without a key and with the timestamp 0.
     *
     * @param dataset a dataset that stages read
     * @param json the rows, as text
     * @return this tester
     */
    public PipelineTester pipe(String dataset, String... json) {
        for (String row : json) {
            send(dataset, 0, null, row, 0);
        }
        return this;
    }

    /**
     * Puts a record into a dataset, and lets all that comes of it happen.
     *
     * @param dataset a dataset that stages read, or look rows up in
     * @param partition a partition, from 0
     * @param key key of the record, if it has one
     * @param json the row, as text; null for none
     * @param timestamp timestamp of the record, milliseconds since 1970
     * @return this tester
     */
    public PipelineTester send(
            String dataset, int partition, @Nullable String key, @Nullable String json, long timestamp) {
        pipeline.definition().dataset(dataset);
        simulation.record(dataset, partition, bytes(key), bytes(json), timestamp);
        simulation.tell();
        simulation.settle(null);
        return this;
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Lets time pass in which nothing comes.
     *
     * @param time how much
     * @return this tester
     */
    public PipelineTester advance(Duration time) {
        simulation.advance(time.toMillis());
        return this;
    }

    /**
     * Closes all windows, sessions and joins, as at the end of a replay.
     *
     * @return this tester
     */
    public PipelineTester finish() {
        simulation.finish();
        return this;
    }

    /**
     * The rows that came out into a dataset.
     *
     * @param dataset its name
     * @return JSON, in order
     */
    public List<String> rows(String dataset) {
        List<String> written = rows.get(dataset);
        if (written == null) {
            throw new IllegalArgumentException("there is no dataset '" + dataset + "'; there is " + rows.keySet());
        }
        return written;
    }

    /** Ends the programs of the pipeline. */
    @Override
    public void close() {
        simulation.close();
    }

    /**
     * The rows that failed.
     *
     * @return in order
     */
    public List<Failure> failures() {
        return List.copyOf(failures);
    }
}
