package io.streamsboot.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Component;

/**
 * Makes a {@link org.apache.kafka.streams.processor.api.Processor} or
 * {@link org.apache.kafka.streams.processor.api.FixedKeyProcessor} class part of a managed topology. Each task gets a
 * fresh bean, with its dependencies injected. Serdes follow from the class's type arguments: a bean of type
 * {@code Serde<Flight>} for {@code Flight}, or Kafka's own serde for simple types.
 *
 * <pre>{@code
 * @StreamProcessor(from = "flights", to = "late-flights", stores = "worst-delay")
 * class LateFlights implements Processor<String, Flight, String, Flight> { ... }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
public @interface StreamProcessor {

    /**
     * Name of the bean and of the processor's node.
     *
     * @return the name; empty for the bean's own name
     */
    @AliasFor(annotation = Component.class, attribute = "value")
    String name() default "";

    /**
     * Topics to read. Either this or {@link #after()} must be given.
     *
     * @return names of topics
     */
    String[] from() default {};

    /**
     * Processors of the same topology whose output this one processes.
     *
     * @return names of processors
     */
    String[] after() default {};

    /**
     * Topic to write to.
     *
     * @return name of the topic; empty to write to none
     */
    String to() default "";

    /**
     * Stores that the processor uses: names of {@link org.apache.kafka.streams.state.StoreBuilder} beans' stores, or of
     * stores that another processor of the topology brings.
     *
     * @return names of stores
     */
    String[] stores() default {};

    /**
     * Topology in which the processor runs.
     *
     * @return name of the topology; empty if the processor is a topology of its own, named like itself
     */
    String topology() default "";

    /**
     * Number of partitions of an internal topic through which processors that follow get this one's records, distributed
     * by key.
     *
     * @return number of partitions; 0 to hand records on directly
     */
    int repartition() default 0;
}
