package io.streamsboot.boot.autoconfigure.actuate;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.TestPropertySource;

/** The same on the other stack. */
@TestPropertySource(properties = "spring.main.web-application-type=reactive")
class StreamsEndpointOnWebFluxTests extends StreamsEndpointTests {

    StreamsEndpointOnWebFluxTests(@Value("${local.server.port}") int port) {
        super(port);
    }
}
