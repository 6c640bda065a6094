/** Questions to the stores of managed topologies, and answers that say what they are worth. */
@NullMarked
package io.streamsboot.topology.query;

import org.jspecify.annotations.NullMarked;
