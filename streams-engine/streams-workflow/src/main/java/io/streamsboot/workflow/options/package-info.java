/** What can be chosen for a workflow. */
@NullMarked
package io.streamsboot.workflow.options;

import org.jspecify.annotations.NullMarked;
