/**
 * Durable workflows: one run of a handler for each record of a topic, made of steps whose results are kept, so that a run
 * that is repeated goes on where it was.
 */
@NullMarked
package io.streamsboot.workflow;

import org.jspecify.annotations.NullMarked;
