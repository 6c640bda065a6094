/** The rules of the house, each with a fixture that breaks it. */
@NullMarked
package io.streamsboot.architecture;

import org.jspecify.annotations.NullMarked;
