/** Auto-configuration of durable workflows. */
@NullMarked
package io.streamsboot.boot.autoconfigure.workflow;

import org.jspecify.annotations.NullMarked;
