package io.streamsboot.benchmarks.managed;

import io.streamsboot.topology.TopologyDefinition;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;

/** Kafka Streams as its own documentation starts it. */
final class BareRuntime implements StreamsRuntime {

    @Override
    public String title() {
        return "bare";
    }

    @Override
    public Running start(TopologyDefinition definition, Map<String, Object> config) throws Exception {
        Properties properties = new Properties();
        properties.putAll(config);
        StreamsBuilder builder = new StreamsBuilder();
        definition.define(builder);
        KafkaStreams streams = new KafkaStreams(builder.build(), properties);
        streams.start();
        return new Bare(streams);
    }

    private record Bare(KafkaStreams client) implements Running {

        @Override
        public String state() {
            return client.state().toString();
        }

        @Override
        public boolean failed() {
            return client.state().hasStartedOrFinishedShuttingDown();
        }

        @Override
        public void check(long records) {
            // It counts nothing that could be compared.
        }

        @Override
        public void close() {
            client.close(CloseOptions.timeout(Duration.ofSeconds(30))
                    .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
        }
    }
}
