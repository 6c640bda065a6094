/** Auto-configuration of the description of stores as OpenAPI, with springdoc. */
@NullMarked
package io.streamsboot.boot.autoconfigure.openapi;

import org.jspecify.annotations.NullMarked;
