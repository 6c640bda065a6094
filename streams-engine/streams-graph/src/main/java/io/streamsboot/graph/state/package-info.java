/** Keeping the state of runs: checkpoints, where they are stored, and when they are taken. */
@NullMarked
package io.streamsboot.graph.state;

import org.jspecify.annotations.NullMarked;
