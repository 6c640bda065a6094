/** Scans, decodes and writes JSON bytes. */
@NullMarked
package io.streamsboot.pipeline.row.internal;

import org.jspecify.annotations.NullMarked;
