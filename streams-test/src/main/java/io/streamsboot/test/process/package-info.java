/** Programs in JVMs of their own, for tests that kill, pause and restart them. */
@NullMarked
package io.streamsboot.test.process;

import org.jspecify.annotations.NullMarked;
