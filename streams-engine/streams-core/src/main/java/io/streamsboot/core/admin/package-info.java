/** What the engines do through Kafka's admin client. */
@NullMarked
package io.streamsboot.core.admin;

import org.jspecify.annotations.NullMarked;
