package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.ProcessorDefinition.Input;
import io.streamsboot.topology.ProcessorDefinition.Output;
import io.streamsboot.topology.ProcessorDefinition.ProcessorFactory;
import io.streamsboot.topology.ProcessorDefinition.StoreReference;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Wires the processors of one topology. Processors are taken in the order of their names, so the topology does not
 * depend on the order of beans. Types were checked where the definitions were made; here they are erased.
 */
final class ProcessorWiring {

    private final String topology;
    private final Map<String, ProcessorDefinition> processors = new TreeMap<>();
    private final Map<Set<String>, KStream<Object, Object>> sources = new HashMap<>();
    private final Map<String, KStream<Object, Object>> outputs = new HashMap<>();
    private final Set<String> wiring = new LinkedHashSet<>();

    ProcessorWiring(String topology, List<ProcessorDefinition> definitions) {
        this.topology = topology;
        definitions.stream()
                .sorted(Comparator.comparing(ProcessorDefinition::name))
                .forEach(definition -> {
                    if (processors.put(definition.name(), definition) != null) {
                        throw invalid("has two processors named '" + definition.name() + "'", "Rename one of them.");
                    }
                });
    }

    void wire(StreamsBuilder builder) {
        addStores(builder);
        processors.values().forEach(processor -> output(builder, processor));
    }

    private void addStores(StreamsBuilder builder) {
        Map<String, StoreBuilder<?>> stores = new TreeMap<>();
        for (ProcessorDefinition processor : processors.values()) {
            for (StoreReference store : processor.stores()) {
                StoreBuilder<?> brought = store.builder();
                StoreBuilder<?> known = brought == null ? null : stores.putIfAbsent(store.name(), brought);
                if (known != null && !known.equals(brought)) {
                    throw invalid("builds the store '" + store.name() + "' in two ways", "Share one StoreBuilder.");
                }
            }
        }
        for (ProcessorDefinition processor : processors.values()) {
            for (StoreReference store : processor.stores()) {
                if (!stores.containsKey(store.name())) {
                    throw invalid(
                            "has no store '" + store.name() + "', which processor '" + processor.name() + "' uses",
                            "Bring a StoreBuilder of that name; known stores are " + stores.keySet() + ".");
                }
            }
        }
        stores.values().forEach(builder::addStateStore);
    }

    /** What a processor's followers see, wired when first asked for. */
    private KStream<Object, Object> output(StreamsBuilder builder, ProcessorDefinition processor) {
        KStream<Object, Object> known = outputs.get(processor.name());
        if (known != null) {
            return known;
        }
        if (!wiring.add(processor.name())) {
            throw invalid(
                    "has processors that follow each other in a circle: " + String.join(" -> ", wiring),
                    "Break the circle; records can go back only through a topic.");
        }
        KStream<Object, Object> stream = process(input(builder, processor), processor);
        Output output = processor.output();
        if (output.topic() != null) {
            stream.to(
                    output.topic(),
                    Produced.with(erased(output.keys()), erased(output.values()))
                            .withName(processor.name() + "-sink"));
        }
        if (output.repartition() > 0) {
            stream = stream.repartition(Repartitioned.<Object, Object>as(processor.name())
                    .withKeySerde(erased(output.keys()))
                    .withValueSerde(erased(output.values()))
                    .withNumberOfPartitions(output.repartition()));
        }
        wiring.remove(processor.name());
        outputs.put(processor.name(), stream);
        return stream;
    }

    @SuppressWarnings("unchecked")
    private KStream<Object, Object> input(StreamsBuilder builder, ProcessorDefinition processor) {
        if (processor.input() instanceof Input.Topics topics) {
            return sources.computeIfAbsent(new TreeSet<>(topics.topics()), names -> {
                Consumed<Object, Object> consumed = (Consumed<Object, Object>) topics.consumed();
                return builder.stream(names, consumed.withName(String.join("-", names) + "-source"));
            });
        }
        KStream<Object, Object> merged = null;
        for (String name : ((Input.Processors) processor.input()).names()) {
            ProcessorDefinition followed = processors.get(name);
            if (followed == null) {
                throw invalid(
                        "has no processor '" + name + "', which '" + processor.name() + "' follows",
                        "Known processors are " + processors.keySet() + ".");
            }
            KStream<Object, Object> stream = output(builder, followed);
            merged = merged == null ? stream : merged.merge(stream, Named.as(processor.name() + "-after-" + name));
        }
        return Objects.requireNonNull(merged);
    }

    @SuppressWarnings("unchecked")
    private static KStream<Object, Object> process(KStream<Object, Object> input, ProcessorDefinition processor) {
        Named named = Named.as(processor.name());
        String[] stores = processor.stores().stream().map(StoreReference::name).toArray(String[]::new);
        if (processor.processor() instanceof ProcessorFactory.Free free) {
            return input.process((ProcessorSupplier<Object, Object, Object, Object>) free.supplier(), named, stores);
        }
        FixedKeyProcessorSupplier<?, ?, ?> supplier = ((ProcessorFactory.FixedKey) processor.processor()).supplier();
        return input.processValues((FixedKeyProcessorSupplier<Object, Object, Object>) supplier, named, stores);
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Serde<Object> erased(@Nullable Serde<?> serde) {
        return (Serde<Object>) serde;
    }

    private InvalidTopologyException invalid(String what, String action) {
        return new InvalidTopologyException("Topology '" + topology + "' " + what + ".", action, null);
    }
}
