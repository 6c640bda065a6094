package io.streamsboot.boot.actuate;

import io.streamsboot.core.deadletter.DeadLetterProgress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Publishes who asked for what to be done with dead letters, and how it ended, as audit events. Thread-safe. */
public final class DeadLetterAudit {

    /** Type of the event that tells what was asked for. */
    public static final String REQUESTED = "STREAMS_DEAD_LETTERS_REQUESTED";

    /** Type of the event that tells how it ended. */
    public static final String ENDED = "STREAMS_DEAD_LETTERS_ENDED";

    private final ApplicationEventPublisher publisher;

    /**
     * A new audit.
     *
     * @param publisher takes its events
     */
    public DeadLetterAudit(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    void requested(@Nullable String who, String action, String topic, @Nullable String requestId) {
        Map<String, Object> data = new HashMap<>(Map.of("action", action, "topic", topic));
        if (requestId != null) {
            data.put("requestId", requestId);
        }
        publish(who, REQUESTED, data);
    }

    @EventListener
    void onEnd(DeadLetterProgress ended) {
        Map<String, Object> data = new HashMap<>(Map.of(
                "action", ended.request().action().text(),
                "topic", ended.request().topic(),
                "requestId", ended.request().requestId(),
                "state", ended.state().name(),
                "dryRun", ended.request().pace().dryRun(),
                "done", ended.counts().done(),
                "failed", ended.counts().failed()));
        if (!ended.targets().isEmpty()) {
            data.put("targets", ended.targets());
        }
        publish(ended.request().requestedBy(), ENDED, data);
    }

    /** Nobody is an empty name: an audit event has to have one. */
    private void publish(@Nullable String who, String type, Map<String, Object> data) {
        publisher.publishEvent(new AuditApplicationEvent(new AuditEvent(who == null ? "" : who, type, data)));
    }
}
