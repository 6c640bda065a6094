/** What is done once for each record, step by step. */
@NullMarked
package io.streamsboot.samples.flightboard.workflows;

import org.jspecify.annotations.NullMarked;
