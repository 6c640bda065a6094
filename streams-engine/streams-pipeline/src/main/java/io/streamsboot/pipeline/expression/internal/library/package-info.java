/** The standard functions of expressions. */
@NullMarked
package io.streamsboot.pipeline.expression.internal.library;

import org.jspecify.annotations.NullMarked;
