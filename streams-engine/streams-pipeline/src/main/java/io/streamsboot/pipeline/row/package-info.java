/**
 * Rows of JSON that are not built: every byte is checked, but only the columns that are asked for are decoded, and what
 * does not change is copied. {@link io.streamsboot.pipeline.row.JsonRow} is where to begin.
 */
@NullMarked
package io.streamsboot.pipeline.row;

import org.jspecify.annotations.NullMarked;
