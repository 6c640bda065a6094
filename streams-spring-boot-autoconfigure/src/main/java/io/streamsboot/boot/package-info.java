/** What an application with Spring Boot writes itself: annotations for stream processors. */
@NullMarked
package io.streamsboot.boot;

import org.jspecify.annotations.NullMarked;
