package io.streamsboot.core.failure;

import io.streamsboot.core.Backoff;
import java.time.Duration;
import java.util.List;

/**
 * What is done about failures that nobody made a rule for, in this order.
 *
 * <ol>
 *   <li>An {@code Error}, an interruption, missing rights, a broken state store: the task fails. None of them says
 *       anything about the record. So does an {@link UnskippableException}, whose record must not be passed over.
 *   <li>A schema that the registry does not know: the record is set aside, since trying again finds it no sooner.
 *   <li>A network, a registry or a broker that does not answer: three tries, then the task fails, not the record.
 *   <li>Everything else: the record is set aside.
 * </ol>
 */
public final class DefaultRules {

    /** Three tries within two seconds, then failure. */
    public static final FailureAction.Retry UNAVAILABLE = new FailureAction.Retry(
            3, new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(1), 0.2), FailureAction.FAIL);

    private static final String REGISTRY =
            "io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException";

    /** The rules, in order. */
    public static final List<FailureRule> RULES = List.of(
            new FailureRule(
                    FailureMatch.exceptions(
                            "java.lang.Error",
                            "io.streamsboot.core.failure.UnskippableException",
                            "java.lang.InterruptedException",
                            "org.apache.kafka.common.errors.InterruptException",
                            "org.apache.kafka.common.errors.AuthenticationException",
                            "org.apache.kafka.common.errors.AuthorizationException",
                            "org.apache.kafka.common.errors.SecurityDisabledException",
                            "org.apache.kafka.streams.errors.ProcessorStateException",
                            "org.apache.kafka.streams.errors.InvalidStateStoreException"),
                    FailureAction.FAIL),
            new FailureRule(
                    FailureMatch.exceptions(REGISTRY).saying("error code: 404", "error code: 422"),
                    FailureAction.DEAD_LETTER),
            new FailureRule(
                    FailureMatch.exceptions(
                            REGISTRY,
                            "io.streamsboot.core.codec.CodecUnavailableException",
                            "java.net.SocketException",
                            "java.net.UnknownHostException",
                            "java.net.http.HttpTimeoutException",
                            "java.io.InterruptedIOException",
                            "java.nio.channels.ClosedChannelException",
                            "java.nio.channels.UnresolvedAddressException",
                            "javax.net.ssl.SSLException",
                            "java.util.concurrent.TimeoutException",
                            "org.apache.kafka.common.errors.RetriableException"),
                    UNAVAILABLE));

    private DefaultRules() {}
}
