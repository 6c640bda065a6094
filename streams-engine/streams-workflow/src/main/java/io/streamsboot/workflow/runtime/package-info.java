/** Workflows at work: consumers, lanes, transactions, and what can be seen of them. */
@NullMarked
package io.streamsboot.workflow.runtime;

import org.jspecify.annotations.NullMarked;
