/** How the dev broker starts, stops and keeps Kafka's server nodes. */
@NullMarked
package io.streamsboot.devbroker.internal;

import org.jspecify.annotations.NullMarked;
