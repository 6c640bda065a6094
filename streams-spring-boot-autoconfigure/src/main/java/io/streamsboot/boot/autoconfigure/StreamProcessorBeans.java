package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.StreamProcessor;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.ProcessorDefinition.Input;
import io.streamsboot.topology.ProcessorDefinition.Output;
import io.streamsboot.topology.ProcessorDefinition.ProcessorFactory;
import io.streamsboot.topology.ProcessorDefinition.StoreReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/** Turns {@link StreamProcessor} beans into processor definitions. */
final class StreamProcessorBeans {

    private final ConfigurableListableBeanFactory beanFactory;
    private final Collection<ProcessorDefinition> declared;
    private final Map<String, StoreBuilder<?>> stores = new HashMap<>();
    private final SerdeBeans serdes;

    StreamProcessorBeans(ConfigurableListableBeanFactory beanFactory, Collection<ProcessorDefinition> declared) {
        this.beanFactory = beanFactory;
        this.declared = declared;
        this.serdes = new SerdeBeans(beanFactory);
        beanFactory.getBeansOfType(StoreBuilder.class).forEach((bean, store) -> {
            StoreBuilder<?> other = stores.putIfAbsent(store.name(), store);
            if (other != null) {
                throw new StreamsConfigurationException(
                        "Two StoreBuilder beans build a store named '" + store.name() + "'; one of them is bean '"
                                + bean + "'.",
                        "Give the stores different names.");
            }
        });
    }

    ProcessorDefinition definition(String bean) {
        StreamProcessor annotation =
                Objects.requireNonNull(beanFactory.findAnnotationOnBean(bean, StreamProcessor.class));
        Annotated processor = new Annotated(bean, annotation, typeOf(bean));
        processor.check();
        String topology = annotation.topology().isEmpty() ? null : annotation.topology();
        return new ProcessorDefinition(
                processor.name(),
                topology,
                processor.input(),
                processor.factory(),
                processor.stores(),
                processor.output());
    }

    /** The bean's type with its type arguments, which a class loses but a factory method keeps. */
    private ResolvableType typeOf(String bean) {
        if (beanFactory.containsBeanDefinition(bean)) {
            BeanDefinition definition = beanFactory.getMergedBeanDefinition(bean);
            ResolvableType declared = definition.getResolvableType();
            if (isKind(declared, Processor.class) || isKind(declared, FixedKeyProcessor.class)) {
                return declared;
            }
        }
        return ResolvableType.forClass(beanFactory.getType(bean));
    }

    private static boolean isKind(ResolvableType type, Class<?> kind) {
        return kind.isAssignableFrom(type.toClass());
    }

    /** One annotated bean. */
    private final class Annotated {

        private final String bean;
        private final StreamProcessor annotation;
        private final ResolvableType type;
        private final boolean free;
        private final boolean fixedKey;

        Annotated(String bean, StreamProcessor annotation, ResolvableType type) {
            this.bean = bean;
            this.annotation = annotation;
            this.type = type;
            this.free = isKind(type, Processor.class);
            this.fixedKey = isKind(type, FixedKeyProcessor.class);
        }

        String name() {
            return annotation.name().isEmpty() ? bean : annotation.name();
        }

        void check() {
            if (free == fixedKey) {
                throw error(
                        free
                                ? "implements both Processor and FixedKeyProcessor"
                                : "is neither a Processor nor a" + " FixedKeyProcessor",
                        "Let " + type + " implement exactly one of them, from org.apache.kafka.streams.processor.api.");
            }
            if (!beanFactory.isPrototype(bean)) {
                throw error(
                        "is not a prototype, so that all tasks would share one instance",
                        "Remove its scope annotation, or declare its bean method with @Scope(\"prototype\").");
            }
            boolean from = annotation.from().length > 0;
            if (from == annotation.after().length > 0) {
                throw error(
                        from ? "has both 'from' and 'after'" : "has no input",
                        "Set either 'from' (topics to read) or 'after' (processors of its topology to follow).");
            }
            if (Stream.of(annotation.from(), annotation.after(), annotation.stores())
                    .flatMap(Stream::of)
                    .anyMatch(String::isBlank)) {
                throw error("has a blank entry in 'from', 'after' or 'stores'", "Remove it or name what is meant.");
            }
            if (annotation.repartition() < 0) {
                throw error(
                        "has repartition = " + annotation.repartition(), "Use a number of partitions, or 0 for none.");
            }
        }

        Input input() {
            if (annotation.after().length > 0) {
                return new Input.Processors(List.of(annotation.after()));
            }
            return new Input.Topics(
                    List.of(annotation.from()),
                    Consumed.with(serde(0, "keys that it reads"), serde(1, "values that it reads")));
        }

        ProcessorFactory factory() {
            return free
                    ? new ProcessorFactory.Free(() -> instance(Processor.class))
                    : new ProcessorFactory.FixedKey(() -> instance(FixedKeyProcessor.class));
        }

        @SuppressWarnings("unchecked")
        private <T> T instance(Class<?> kind) {
            return (T) beanFactory.getBean(bean, kind);
        }

        List<StoreReference> stores() {
            return Stream.of(annotation.stores()).map(this::store).toList();
        }

        private StoreReference store(String store) {
            StoreBuilder<?> builder = stores.get(store);
            if (builder == null && !broughtByOthers(store)) {
                throw error(
                        "uses store '" + store + "', which nobody builds. Known stores: "
                                + (stores.isEmpty() ? "none" : new TreeSet<>(stores.keySet())),
                        "Declare a bean of type StoreBuilder whose store is named '" + store
                                + "', or correct the name.");
            }
            return new StoreReference(store, builder);
        }

        private boolean broughtByOthers(String store) {
            String topology = annotation.topology().isEmpty() ? name() : annotation.topology();
            return declared.stream()
                    .filter(other -> other.topologyName().equals(topology))
                    .flatMap(other -> other.stores().stream())
                    .anyMatch(reference -> reference.name().equals(store) && reference.builder() != null);
        }

        Output output() {
            String topic = annotation.to().isEmpty() ? null : annotation.to();
            int repartition = annotation.repartition();
            if (topic == null && repartition == 0) {
                return new Output(null, null, null, 0);
            }
            return new Output(
                    topic,
                    serde(free ? 2 : 0, "keys that it forwards"),
                    serde(free ? 3 : 2, "values that it forwards"),
                    repartition);
        }

        private Serde<?> serde(int index, String use) {
            ResolvableType argument =
                    type.as(free ? Processor.class : FixedKeyProcessor.class).getGeneric(index);
            if (argument.resolve() == null) {
                throw error(
                        "does not say the type of the " + use,
                        "Give " + type + " type arguments that are classes, or declare a ProcessorDefinition bean"
                                + " instead, with the serdes of your choice.");
            }
            @Nullable Serde<?> serde = serdes.find(
                    argument,
                    message -> error(
                            "needs a serde for " + argument + ", the type of the " + use + ", but " + message,
                            "Mark one of them as @Primary."));
            if (serde == null) {
                throw error(
                        "needs a serde for " + argument + ", the type of the " + use + ", but there is none",
                        "Declare a bean of type Serde<" + SerdeBeans.shortName(argument)
                                + ">, for example JsonSerde.of(" + SerdeBeans.rawName(argument) + ".class).");
            }
            return serde;
        }

        private StreamsConfigurationException error(String what, String action) {
            return new StreamsConfigurationException(
                    "@StreamProcessor '" + name() + "' (" + type + ") " + what + ".", action);
        }
    }
}
