/** What durable workflows cost, and what they are compared with. */
@NullMarked
package io.streamsboot.benchmarks.workflow;

import org.jspecify.annotations.NullMarked;
