package io.streamsboot.boot.autoconfigure;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.core.ResolvableType;

/** Finds the serde of a type: a bean first, then Kafka's own. */
final class SerdeBeans {

    private static final Map<Class<?>, Supplier<Serde<?>>> BUILT_IN = Map.ofEntries(
            Map.entry(String.class, Serdes::String),
            Map.entry(Long.class, Serdes::Long),
            Map.entry(Integer.class, Serdes::Integer),
            Map.entry(Short.class, Serdes::Short),
            Map.entry(Float.class, Serdes::Float),
            Map.entry(Double.class, Serdes::Double),
            Map.entry(byte[].class, Serdes::ByteArray),
            Map.entry(ByteBuffer.class, Serdes::ByteBuffer),
            Map.entry(Bytes.class, Serdes::Bytes),
            Map.entry(UUID.class, Serdes::UUID),
            Map.entry(Boolean.class, Serdes::Boolean),
            Map.entry(Void.class, Serdes::Void));

    private final ListableBeanFactory beanFactory;

    SerdeBeans(ListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * The serde of a type.
     *
     * @param type the type, resolved
     * @param ambiguous makes the error if several beans match, from their description
     * @return the serde, or null if there is none
     */
    @Nullable Serde<?> find(ResolvableType type, Function<String, ? extends RuntimeException> ambiguous) {
        ResolvableType wanted = ResolvableType.forClassWithGenerics(Serde.class, type);
        Serde<?> bean;
        try {
            bean = beanFactory.<Serde<?>>getBeanProvider(wanted).getIfAvailable();
        } catch (NoUniqueBeanDefinitionException e) {
            throw ambiguous.apply("several beans are one: " + e.getBeanNamesFound());
        }
        if (bean != null) {
            return bean;
        }
        Supplier<Serde<?>> builtIn = BUILT_IN.get(type.resolve());
        return builtIn == null ? null : builtIn.get();
    }

    /** The type as it is written in a program that imports its classes. */
    static String shortName(ResolvableType type) {
        String arguments =
                Stream.of(type.getGenerics()).map(SerdeBeans::shortName).collect(Collectors.joining(", "));
        return rawName(type) + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }

    static String rawName(ResolvableType type) {
        return type.toClass().getSimpleName();
    }
}
