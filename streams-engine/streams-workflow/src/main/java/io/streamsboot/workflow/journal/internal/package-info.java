/** How journaled values become bytes. */
@NullMarked
package io.streamsboot.workflow.journal.internal;

import org.jspecify.annotations.NullMarked;
