package io.streamsboot.boot.actuate;

import io.streamsboot.boot.actuate.DeadLetterTopicsDescriptor.TopicDescriptor;
import io.streamsboot.core.deadletter.DeadLetterException;
import io.streamsboot.core.deadletter.DeadLetterPage;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Endpoint that shows dead letters, replays them and gives them up. Only reading is open, unless
 * {@code management.endpoint.streamsdeadletters.access} says otherwise. Unlike other endpoints it has to ask the cluster;
 * the list of topics waits for it a few seconds and then shows what was counted last.
 */
@WebEndpoint(id = "streamsdeadletters", defaultAccess = Access.READ_ONLY)
public class DeadLettersEndpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;

    private final DeadLetters letters;
    private final ManagedTopologies topologies;
    private final DeadLetterAudit audit;

    /**
     * A new endpoint.
     *
     * @param letters the dead letters
     * @param topologies the topologies that they come from
     * @param audit is told what is asked for, and by whom
     */
    public DeadLettersEndpoint(DeadLetters letters, ManagedTopologies topologies, DeadLetterAudit audit) {
        this.letters = letters;
        this.topologies = topologies;
        this.audit = audit;
    }

    /**
     * All topics of dead letters.
     *
     * @return counts of each
     */
    @ReadOperation
    public DeadLetterTopicsDescriptor topics() {
        boolean upToDate = letters.refresh(PATIENCE);
        Map<String, DeadLetterSummary> counted =
                letters.summaries().stream().collect(Collectors.toMap(DeadLetterSummary::topic, Function.identity()));
        Map<String, TopicDescriptor> all = new TreeMap<>();
        for (String topic : letters.topics()) {
            TreeSet<String> writers = new TreeSet<>();
            for (ManagedTopology topology : topologies.all()) {
                if (topology.deadLetters().topics().contains(topic)) {
                    writers.add(topology.name());
                }
            }
            all.put(topic, TopicDescriptor.of(writers, counted.get(topic)));
        }
        return new DeadLetterTopicsDescriptor(all, upToDate);
    }

    /**
     * Dead letters of one topic.
     *
     * @param topic the topic
     * @param stage only those that failed there
     * @param exception only those with this exception or last cause, with or without its package
     * @param source only those from this topic
     * @param key only those with this key, as text
     * @param from only those that failed then or later, as an ISO-8601 instant
     * @param to only those that failed before, as an ISO-8601 instant
     * @param all whether those are shown that were replayed or purged
     * @param cursor the {@code next} of the page before
     * @param limit most records of a page
     * @return a page, or what is wrong
     */
    @ReadOperation
    public WebEndpointResponse<?> topic(
            @Selector String topic,
            @Nullable String stage,
            @Nullable String exception,
            @Nullable String source,
            @Nullable String key,
            @Nullable String from,
            @Nullable String to,
            @Nullable String all,
            @Nullable String cursor,
            @Nullable String limit) {
        try {
            DeadLetterPage page = letters.browse(
                    topic,
                    DeadLetterParameters.filter(stage, exception, source, key, from, to),
                    DeadLetterParameters.flag("all", all),
                    DeadLetterParameters.cursor(cursor),
                    DeadLetterParameters.limit(limit));
            return page == null
                    ? notFound()
                    : new WebEndpointResponse<>(DeadLetterPageDescriptor.of(topic, page, topologies));
        } catch (InvalidParameterException e) {
            return failed(WebEndpointResponse.STATUS_BAD_REQUEST, e.description(), e.action());
        } catch (DeadLetterException e) {
            return failed(UNAVAILABLE, e.description(), e.action());
        } catch (KafkaException e) {
            return unreachable(e);
        }
    }

    /**
     * How far a replay or purge is.
     *
     * @param topic topic of the dead letters
     * @param what {@code replays}
     * @param requestId id of the request
     * @return its progress
     */
    @ReadOperation
    public WebEndpointResponse<?> progress(@Selector String topic, @Selector String what, @Selector String requestId) {
        if (!what.equals("replays")) {
            return notFound();
        }
        try {
            DeadLetterProgress progress = letters.progress(topic, requestId);
            return progress == null ? notFound() : new WebEndpointResponse<>(DeadLetterProgressDescriptor.of(progress));
        } catch (DeadLetterException e) {
            return failed(UNAVAILABLE, e.description(), e.action());
        } catch (KafkaException e) {
            return unreachable(e);
        }
    }

    /**
     * Replays, purges, or stops what is at work.
     *
     * @param topic topic of the dead letters
     * @param action {@code replay}, {@code purge} or {@code stop}
     * @param records which of them, as {@code partition:offset,…}, or {@code all}
     * @param stage only those that failed there
     * @param exception only those with this exception or last cause
     * @param source only those from this topic
     * @param key only those with this key, as text
     * @param from only those that failed then or later
     * @param to only those that failed before
     * @param target topic to replay to, instead of the one that each belongs into
     * @param rate most records per second
     * @param dryRun whether they are only counted
     * @param requestId names the request; one is made up if it is missing
     * @param value for a single record, another value to send, as text
     * @param valueBase64 likewise, in Base64
     * @param security who asks
     * @return how far it is
     */
    @WriteOperation
    public WebEndpointResponse<?> act(
            @Selector String topic,
            @Selector String action,
            @Nullable String records,
            @Nullable String stage,
            @Nullable String exception,
            @Nullable String source,
            @Nullable String key,
            @Nullable String from,
            @Nullable String to,
            @Nullable String target,
            @Nullable String rate,
            @Nullable String dryRun,
            @Nullable String requestId,
            @Nullable String value,
            @Nullable String valueBase64,
            SecurityContext security) {
        Principal principal = security.getPrincipal();
        String who = principal == null ? null : principal.getName();
        if (!letters.topics().contains(topic)) {
            return notFound();
        }
        if (action.equals("stop")) {
            audit.requested(who, "stop", topic, requestId);
            return new WebEndpointResponse<>(new DeadLetterStopDescriptor(letters.stop(topic, requestId)));
        }
        try {
            DeadLetterParameters.Wish wish = new DeadLetterParameters.Wish(
                    topic,
                    action,
                    records,
                    DeadLetterParameters.filter(stage, exception, source, key, from, to),
                    target,
                    rate,
                    dryRun,
                    requestId,
                    value,
                    valueBase64,
                    who);
            DeadLetterRequest request = wish.request();
            if (request == null) {
                return notFound();
            }
            // Before its end can be told, and also if it is refused.
            audit.requested(who, action, topic, request.requestId());
            DeadLetterProgress progress = letters.submit(request);
            return progress == null
                    ? notFound()
                    : new WebEndpointResponse<>(
                            DeadLetterProgressDescriptor.of(progress),
                            progress.state() == State.RUNNING ? ACCEPTED : WebEndpointResponse.STATUS_OK);
        } catch (InvalidParameterException e) {
            return failed(WebEndpointResponse.STATUS_BAD_REQUEST, e.description(), e.action());
        } catch (DeadLetterException e) {
            return failed(CONFLICT, e.description(), e.action());
        }
    }

    private static WebEndpointResponse<?> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static WebEndpointResponse<?> unreachable(KafkaException e) {
        return failed(
                UNAVAILABLE,
                "The cluster does not answer: " + e.getMessage(),
                "Look whether its brokers are there, and try again.");
    }

    private static WebEndpointResponse<?> failed(int status, String description, String action) {
        return new WebEndpointResponse<>(new ErrorDescriptor(description, action), status);
    }
}
