/** What a pipeline is to do: datasets, stages and steps, built in Java or read from YAML or JSON. */
@NullMarked
package io.streamsboot.pipeline.definition;

import org.jspecify.annotations.NullMarked;
