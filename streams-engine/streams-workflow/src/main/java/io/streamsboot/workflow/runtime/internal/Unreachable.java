package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.codec.CodecUnavailableException;
import java.util.Set;
import org.apache.kafka.common.errors.RetriableException;

/** Tells failures of something that is not there for now from those of a record. */
public final class Unreachable {

    private static final String REGISTRY =
            "io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException";
    private static final Set<String> NETWORK = Set.of(
            "java.net.SocketException",
            "java.net.UnknownHostException",
            "java.net.SocketTimeoutException",
            "java.net.http.HttpTimeoutException",
            "java.nio.channels.UnresolvedAddressException",
            "java.util.concurrent.TimeoutException",
            "javax.net.ssl.SSLException");
    private static final int MAX_DEPTH = 50;

    private Unreachable() {}

    /** Whether the network, a registry that does not answer or fails by itself, or something else to try again is behind. */
    public static boolean is(Throwable failure) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < MAX_DEPTH; depth++) {
            if (next instanceof CodecUnavailableException
                    || next instanceof RetriableException
                    || isNetwork(next)
                    || isRegistry(next)) {
                return true;
            }
            next = next.getCause();
        }
        return false;
    }

    private static boolean isNetwork(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (NETWORK.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }

    /** What a registry says it does not know is undecodable; that it is broken itself is not the record's fault. */
    private static boolean isRegistry(Throwable failure) {
        String message = failure.getMessage();
        return failure.getClass().getName().equals(REGISTRY)
                && message != null
                && (message.contains("error code: 5") || message.contains("error code: 429"));
    }
}
