/** For tests: a workflow without a broker that is ended at every point, and a kit that journals prove themselves by. */
@NullMarked
package io.streamsboot.workflow.testing;

import org.jspecify.annotations.NullMarked;
