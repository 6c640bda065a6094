/** Starts a dev broker for applications that have no Kafka address. */
@NullMarked
package io.streamsboot.boot.autoconfigure.devbroker;

import org.jspecify.annotations.NullMarked;
