/** The test kit: a Kafka broker for a test class, and what tests of stream processing need beside it. */
@NullMarked
package io.streamsboot.test;

import org.jspecify.annotations.NullMarked;
