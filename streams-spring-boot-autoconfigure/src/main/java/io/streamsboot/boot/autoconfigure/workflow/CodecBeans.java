package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.core.codec.JsonSerde;
import io.streamsboot.core.codec.RecordCodec;
import java.util.function.BiFunction;
import org.apache.kafka.common.serialization.Serde;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the codec for a type: the bean that was named, a {@link RecordCodec} or {@link Serde} bean of the type, text and
 * bytes as they are, and JSON for all else.
 */
final class CodecBeans {

    private final ConfigurableListableBeanFactory beanFactory;
    private final JsonMapper mapper;

    CodecBeans(ConfigurableListableBeanFactory beanFactory, JsonMapper mapper) {
        this.beanFactory = beanFactory;
        this.mapper = mapper;
    }

    RecordCodec<?> find(
            ResolvableType type, String name, BiFunction<String, String, ? extends RuntimeException> error) {
        if (!name.isEmpty()) {
            return named(name, error);
        }
        ObjectProvider<RecordCodec<?>> codecs =
                beanFactory.getBeanProvider(ResolvableType.forClassWithGenerics(RecordCodec.class, type));
        RecordCodec<?> codec = codecs.getIfUnique();
        if (codec != null) {
            return codec;
        }
        ObjectProvider<Serde<?>> serdes =
                beanFactory.getBeanProvider(ResolvableType.forClassWithGenerics(Serde.class, type));
        Serde<?> serde = serdes.getIfUnique();
        if (serde != null) {
            return RecordCodec.of(serde);
        }
        Class<?> raw = type.toClass();
        if (raw == String.class) {
            return RecordCodec.string();
        }
        return raw == byte[].class ? RecordCodec.bytes() : RecordCodec.of(JsonSerde.of(raw, mapper));
    }

    private RecordCodec<?> named(String name, BiFunction<String, String, ? extends RuntimeException> error) {
        Object bean = beanFactory.containsBean(name) ? beanFactory.getBean(name) : null;
        if (bean instanceof RecordCodec<?> codec) {
            return codec;
        }
        if (bean instanceof Serde<?> serde) {
            return RecordCodec.of(serde);
        }
        throw error.apply(
                "names the codec '" + name + "', but there is no RecordCodec or Serde bean of that name",
                "Declare such a bean, correct the name, or leave it out to find one by type.");
    }
}
