package io.streamsboot.topology;

import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * One processor with its input and output, declared on its own. Processors that name the same topology run in one; a
 * processor can read topics, or the output of another processor of its topology.
 *
 * <pre>{@code
 * ProcessorDefinition.from(Consumed.with(Serdes.String(), flights), "flights")
 *         .process("late", LateFilter::new)
 *         .keys(Serdes.String()).values(flights)
 *         .topology("late-flights")
 *         .to("late-flights")
 *         .build();
 * }</pre>
 *
 * Immutable.
 *
 * @param name name of the processor's node, unique in its topology
 * @param topology name of the topology it belongs to, or null if it is a topology of its own, named like the processor
 * @param input where its records come from
 * @param processor what processes them
 * @param stores stores that it uses
 * @param output where its records go
 */
public record ProcessorDefinition(
        String name,
        @Nullable String topology,
        Input input,
        ProcessorFactory processor,
        List<StoreReference> stores,
        Output output) {

    public ProcessorDefinition {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a processor needs a name");
        }
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(processor, "processor");
        Objects.requireNonNull(output, "output");
        stores = List.copyOf(stores);
    }

    /**
     * Name of the topology in which the processor runs.
     *
     * @return the declared topology, or the processor's own name
     */
    public String topologyName() {
        return topology == null ? name : topology;
    }

    /** Where the records of a processor come from. */
    public sealed interface Input {

        /**
         * Topics.
         *
         * @param topics names, at least one
         * @param consumed serdes, timestamp extractor and reset policy
         */
        record Topics(List<String> topics, Consumed<?, ?> consumed) implements Input {
            public Topics {
                topics = List.copyOf(topics);
                if (topics.isEmpty()) {
                    throw new IllegalArgumentException("a processor needs at least one topic to read");
                }
                Objects.requireNonNull(consumed, "consumed");
            }
        }

        /**
         * The output of other processors of the same topology.
         *
         * @param names names of those processors, at least one
         */
        record Processors(List<String> names) implements Input {
            public Processors {
                names = List.copyOf(names);
                if (names.isEmpty()) {
                    throw new IllegalArgumentException("a processor needs at least one processor to follow");
                }
            }
        }
    }

    /**
     * Where the records of a processor go. Processors that follow it see them in any case.
     *
     * @param topic topic to write to, or null
     * @param keys serde of the keys, or null for the topology's default serde
     * @param values serde of the values, or null for the topology's default serde
     * @param repartition number of partitions of an internal topic through which processors that follow get the records,
     *     distributed by key; 0 hands them on directly
     */
    public record Output(
            @Nullable String topic,
            @Nullable Serde<?> keys,
            @Nullable Serde<?> values,
            int repartition) {
        public Output {
            if (repartition < 0) {
                throw new IllegalArgumentException("repartition must not be negative, but is " + repartition);
            }
        }
    }

    /** Makes the processor of each task. */
    public sealed interface ProcessorFactory {

        /**
         * A processor that may change keys.
         *
         * @param supplier makes a new one for each task
         */
        record Free(ProcessorSupplier<?, ?, ?, ?> supplier) implements ProcessorFactory {}

        /**
         * A processor that keeps keys.
         *
         * @param supplier makes a new one for each task
         */
        record FixedKey(FixedKeyProcessorSupplier<?, ?, ?> supplier) implements ProcessorFactory {}
    }

    /**
     * A store that a processor uses.
     *
     * @param name name of the store
     * @param builder how to build it, or null if another processor of the topology brings it
     * @param serdes what its entries are made of, or null if nobody looks them up from outside
     */
    public record StoreReference(
            String name,
            @Nullable StoreBuilder<?> builder,
            @Nullable StoreSerdes serdes) {

        /**
         * A store whose entries are not described.
         *
         * @param name name of the store
         * @param builder how to build it, or null if another processor of the topology brings it
         */
        public StoreReference(String name, @Nullable StoreBuilder<?> builder) {
            this(name, builder, null);
        }
    }

    /**
     * Starts a definition that reads topics.
     *
     * @param consumed serdes, timestamp extractor and reset policy
     * @param topics names of the topics, at least one
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return what comes next: the processor
     */
    public static <K, V> ProcessorDefinitionBuilder.Reading<K, V> from(Consumed<K, V> consumed, String... topics) {
        return new ProcessorDefinitionBuilder.Reading<>(new Input.Topics(List.of(topics), consumed));
    }

    /**
     * Starts a definition that follows other processors of the same topology.
     *
     * @param keys type of the keys that they forward
     * @param values type of the values that they forward
     * @param processors names of the processors, at least one
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return what comes next: the processor
     */
    public static <K, V> ProcessorDefinitionBuilder.Reading<K, V> after(
            Class<K> keys, Class<V> values, String... processors) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        return new ProcessorDefinitionBuilder.Reading<>(new Input.Processors(List.of(processors)));
    }
}
