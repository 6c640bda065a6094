package io.streamsboot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A topic that the broker of a test creates before the first test. */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Topic {

    String name();

    int partitions() default 1;

    /** Topic settings, each as {@code name=value}. */
    String[] config() default {};
}
