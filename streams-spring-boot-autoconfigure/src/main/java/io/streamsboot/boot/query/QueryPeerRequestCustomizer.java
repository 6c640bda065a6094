package io.streamsboot.boot.query;

import java.net.http.HttpRequest;

/**
 * Changes the requests by which instances ask each other, as to authenticate them. The credentials of whoever asked first
 * are never sent on. Beans of this type are called in their order.
 */
@FunctionalInterface
public interface QueryPeerRequestCustomizer {

    /**
     * Changes a request.
     *
     * @param request the request, complete but for what is added here; its address, method and headers count, and no timeout
     *     that is set here
     */
    void customize(HttpRequest.Builder request);
}
