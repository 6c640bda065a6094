/** What a graph says: values with their record or key, the reasons why there is none, and events. */
@NullMarked
package io.streamsboot.graph.value;

import org.jspecify.annotations.NullMarked;
