/** What others are told of workflows at work, so that they can be timed and traced. */
@NullMarked
package io.streamsboot.workflow.observe;

import org.jspecify.annotations.NullMarked;
