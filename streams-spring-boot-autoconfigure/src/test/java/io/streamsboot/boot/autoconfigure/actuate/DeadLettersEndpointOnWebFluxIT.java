package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.test.WithDevBroker;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

@WithDevBroker
class DeadLettersEndpointOnWebFluxIT extends DeadLettersEndpointContract {

    DeadLettersEndpointOnWebFluxIT() {
        super(WebApplicationType.REACTIVE, Users.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        WebFilter user() {
            return (exchange, chain) -> {
                String user = exchange.getRequest().getHeaders().getFirst("X-User");
                Mono<Void> filtered = chain.filter(exchange);
                return user == null
                        ? filtered
                        : filtered.contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                new TestingAuthenticationToken(user, "", List.of())));
            };
        }
    }
}
