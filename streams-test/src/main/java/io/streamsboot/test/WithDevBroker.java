package io.streamsboot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a dev broker for a test class or a single test method, and gives it to parameters of type {@code
 * io.streamsboot.devbroker.DevBroker}.
 *
 * <p>On a class, one broker serves all its tests, those of nested classes included, and is closed after the last. On a
 * method, or on a nested class, a broker of its own takes its place. The data is temporary. The module {@code
 * streams-dev-broker} must be on the test class path.
 *
 * <pre>{@code
 * @WithDevBroker(topics = @Topic(name = "orders", partitions = 4))
 * class OrdersTests {
 *
 *     @Test
 *     void countsOrders(DevBroker broker) { ... }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DevBrokerExtension.class)
public @interface WithDevBroker {

    /** How many nodes, 1 to 3. */
    int nodes() default 1;

    Topic[] topics() default {};

    /** Server settings, each as {@code name=value}. */
    String[] properties() default {};
}
