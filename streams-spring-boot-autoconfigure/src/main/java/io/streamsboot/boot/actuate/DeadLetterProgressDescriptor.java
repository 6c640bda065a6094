package io.streamsboot.boot.actuate;

import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * How far a replay or purge is.
 *
 * @param requestId names it
 * @param action {@code replay} or {@code purge}
 * @param topic topic of the dead letters
 * @param state where it is in its life
 * @param dryRun whether it only counts
 * @param requestedBy who asked for it, or null
 * @param matched open dead letters that it meant
 * @param done how many of them it dealt with
 * @param duplicates how many were not sent because another dead letter of the same record was
 * @param failed how many it could not deal with
 * @param targets records by the topic that they went to
 * @param message what went wrong last, or null
 * @param startedAt when it was started last
 * @param endedAt when it ended, or null
 */
public record DeadLetterProgressDescriptor(
        String requestId,
        String action,
        String topic,
        State state,
        boolean dryRun,
        @Nullable String requestedBy,
        long matched,
        long done,
        long duplicates,
        long failed,
        Map<String, Long> targets,
        @Nullable String message,
        Instant startedAt,
        @Nullable Instant endedAt)
        implements OperationResponseBody {

    static DeadLetterProgressDescriptor of(DeadLetterProgress progress) {
        DeadLetterRequest request = progress.request();
        return new DeadLetterProgressDescriptor(
                request.requestId(),
                request.action().text(),
                request.topic(),
                progress.state(),
                request.pace().dryRun(),
                request.requestedBy(),
                progress.counts().matched(),
                progress.counts().done(),
                progress.counts().duplicates(),
                progress.counts().failed(),
                new TreeMap<>(progress.targets()),
                progress.message(),
                progress.startedAt(),
                progress.endedAt());
    }
}
