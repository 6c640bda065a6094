/** What happens to a record that fails: one classifier for every stage, told by rules, the same for all engines. */
@NullMarked
package io.streamsboot.core.failure;

import org.jspecify.annotations.NullMarked;
