/** Parser, static checks, interpreter, code generator and function library of expressions. */
@NullMarked
package io.streamsboot.pipeline.expression.internal;

import org.jspecify.annotations.NullMarked;
