package io.streamsboot.benchmarks.managed;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;

/** A passthrough with a step that fails on some records, so that they have to be set aside. */
final class Checked implements Workload {

    static final String TITLE = "dead letters";

    private final int every;

    /**
     * A workload.
     *
     * @param every one record in so many fails; 0 for none
     */
    Checked(int every) {
        this.every = every;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .mapValues(new Check(every)::apply, Named.as("check"))
                .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        long written = cluster.countCommitted(output, records - failing(records));
        if (written != records - failing(records)) {
            throw new IllegalStateException(written + " records came out of " + records + ", although "
                    + failing(records) + " were to be set aside");
        }
    }

    long failing(long records) {
        return every == 0 ? 0 : records / every;
    }

    /** Used by the one stream thread. */
    private static final class Check {

        private final int every;
        private long seen;

        Check(int every) {
            this.every = every;
        }

        byte[] apply(byte[] value) {
            if (every > 0 && ++seen % every == 0) {
                throw new IllegalArgumentException("a record that cannot be processed");
            }
            return value;
        }
    }
}
