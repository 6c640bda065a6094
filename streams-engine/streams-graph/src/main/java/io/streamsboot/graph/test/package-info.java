/** Testing graphs, with any test framework. */
@NullMarked
package io.streamsboot.graph.test;

import org.jspecify.annotations.NullMarked;
