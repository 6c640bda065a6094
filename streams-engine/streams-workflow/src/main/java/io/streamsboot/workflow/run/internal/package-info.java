/**
 * One run of a workflow, apart from where its record comes from and where its outputs go: decoding, the handler's steps
 * and their journal, and what the run comes to.
 */
@NullMarked
package io.streamsboot.workflow.run.internal;

import org.jspecify.annotations.NullMarked;
