/** Auto-configuration of declarative pipelines. */
@NullMarked
package io.streamsboot.boot.autoconfigure.pipeline;

import org.jspecify.annotations.NullMarked;
