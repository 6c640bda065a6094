/** Expressions of pipelines against Java and against the Spring Expression Language. */
@NullMarked
package io.streamsboot.benchmarks.expression;

import org.jspecify.annotations.NullMarked;
