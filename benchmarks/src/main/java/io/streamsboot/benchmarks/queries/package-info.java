/** What looking into a store over HTTP costs, compared with a handler that reads the store itself. */
@NullMarked
package io.streamsboot.benchmarks.queries;

import org.jspecify.annotations.NullMarked;
