package io.streamsboot.core.admin;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * An admin client for the length of a block. The client's own {@code close} waits for calls that an unreachable cluster never
 * answers, and not at all in a thread that was interrupted; this one drops calls that nobody waits for any more, and returns
 * when the client's thread has ended.
 *
 * @param admin the client
 */
public record AdminScope(Admin admin) implements AutoCloseable {

    /**
     * Opens a client.
     *
     * @param config settings of an admin client
     * @return the scope, to be closed by the caller
     * @throws org.apache.kafka.common.KafkaException if the settings do not make a client
     */
    public static AdminScope open(Map<String, Object> config) {
        return new AdminScope(Admin.create(new HashMap<>(config)));
    }

    /** Ends the client and its thread. An interruption of the calling thread is kept. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            admin.close(Duration.ZERO);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
