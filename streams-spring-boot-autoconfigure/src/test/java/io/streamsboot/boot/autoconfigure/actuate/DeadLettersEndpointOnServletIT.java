package io.streamsboot.boot.autoconfigure.actuate;

import io.streamsboot.test.WithDevBroker;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@WithDevBroker
class DeadLettersEndpointOnServletIT extends DeadLettersEndpointContract {

    DeadLettersEndpointOnServletIT() {
        super(WebApplicationType.SERVLET, Users.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        Filter user() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public Principal getUserPrincipal() {
                            String user = getHeader("X-User");
                            return user == null ? null : () -> user;
                        }
                    },
                    response);
        }
    }
}
