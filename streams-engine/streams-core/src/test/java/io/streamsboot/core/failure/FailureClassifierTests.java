package io.streamsboot.core.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streamsboot.core.Backoff;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureClassifierTests {

    @ParameterizedTest
    @EnumSource
    void setsAsideWhatCannotBeHandledInAnyStage(Stage stage) {
        assertThat(classify(stage, new SerializationException("not JSON", new IOException("unexpected end"))))
                .isEqualTo(FailureAction.DEAD_LETTER);
        assertThat(classify(stage, new IllegalArgumentException())).isEqualTo(FailureAction.DEAD_LETTER);
    }

    @ParameterizedTest
    @EnumSource
    void retriesWhatIsUnavailableThenFailsTheTaskNotTheRecord(Stage stage) {
        assertThat(classify(stage, new SerializationException(new ConnectException("refused"))))
                .isEqualTo(DefaultRules.UNAVAILABLE);
        assertThat(classify(stage, new RuntimeException(new SocketTimeoutException())))
                .isEqualTo(DefaultRules.UNAVAILABLE);
        assertThat(classify(stage, new TimeoutException("no leader"))).isEqualTo(DefaultRules.UNAVAILABLE);
        assertThat(DefaultRules.UNAVAILABLE.then()).isEqualTo(FailureAction.FAIL);
    }

    @Test
    void failsOnErrorsAndMissingRights() {
        assertThat(classify(Stage.PROCESS, new ExecutionException(new StackOverflowError())))
                .isEqualTo(FailureAction.FAIL);
        assertThat(classify(Stage.PRODUCE, new TopicAuthorizationException("no")))
                .isEqualTo(FailureAction.FAIL);
        assertThat(classify(Stage.DECODE, new AuthenticationException("no"))).isEqualTo(FailureAction.FAIL);
    }

    @Test
    void setsAsideWhatTheBrokerWillNeverTake() {
        assertThat(classify(Stage.PRODUCE, new RecordTooLargeException())).isEqualTo(FailureAction.DEAD_LETTER);
        assertThat(classify(Stage.PRODUCE, new InvalidTopicException("a/b"))).isEqualTo(FailureAction.DEAD_LETTER);
    }

    @Test
    void takesTheFirstRuleThatMatchesBeforeTheDefaults() {
        FailureClassifier classifier = FailureClassifier.of(List.of(
                new FailureRule(FailureMatch.exceptions("IllegalStateException"), FailureAction.SKIP),
                new FailureRule(FailureMatch.exceptions("java.lang.RuntimeException"), FailureAction.FAIL)));

        assertThat(classifier.classify(failure(Stage.PROCESS, new IllegalStateException())))
                .isEqualTo(FailureAction.SKIP);
        assertThat(classifier.classify(failure(Stage.PROCESS, new IllegalArgumentException())))
                .isEqualTo(FailureAction.FAIL);
        assertThat(classifier.classify(failure(Stage.PROCESS, new IOException("odd"))))
                .isEqualTo(FailureAction.DEAD_LETTER);
    }

    @Test
    void comparesTypesByNameAndNeedsNoneOfThemOnTheClassPath() {
        FailureMatch absent = FailureMatch.exceptions("com.example.NotThere", "java.io.Closeable");
        assertThat(absent.matches(failure(Stage.DECODE, new IOException()))).isFalse();
        assertThat(FailureMatch.exceptions("Exception").matches(failure(Stage.DECODE, new IOException())))
                .isTrue();
        assertThat(FailureMatch.exceptions("java.io.Serializable").matches(failure(Stage.DECODE, new IOException())))
                .as("interfaces count")
                .isTrue();
    }

    @Test
    void matchesAllCriteriaAtOnce() {
        FailureMatch match = new FailureMatch(
                Set.of(), Set.of("bad"), Set.of(Stage.DECODE), Set.of("orders-*"), Set.of("*-source"), Set.of("in*t"));

        assertThat(match.matches(failure("orders-eu", "my-source", "input", "so bad")))
                .isTrue();
        assertThat(match.matches(failure("orders-eu", "my-source", "input", "good")))
                .isFalse();
        assertThat(match.matches(failure("order", "my-source", "input", "bad"))).isFalse();
        assertThat(match.matches(failure("orders-eu", null, "input", "bad"))).isFalse();
        assertThat(match.matches(failure("orders-eu", "my-source", null, "bad")))
                .isFalse();
        assertThat(match.matches(failure("orders-eu", "my-source", "inputs", "bad")))
                .isFalse();
    }

    @Test
    void survivesChainsThatRunInACircleAndExceptionsThatThrow() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        Exception hostile = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("no cause");
            }
        };

        assertThat(classify(Stage.PROCESS, first)).isEqualTo(FailureAction.DEAD_LETTER);
        assertThat(classify(Stage.PROCESS, hostile)).isEqualTo(FailureAction.DEAD_LETTER);
        assertThat(FailureMatch.ANY.saying("x").matches(failure(Stage.PROCESS, hostile)))
                .isFalse();
        assertThat(ForeignFailures.test(hostile)).isFalse();
    }

    @Test
    void refusesRetriesWithoutEnd() {
        Backoff backoff = new Backoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0);
        assertThatIllegalArgumentException().isThrownBy(() -> new FailureAction.Retry(0, backoff, FailureAction.FAIL));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FailureAction.Retry(1, backoff, DefaultRules.UNAVAILABLE));
    }

    @Test
    void knowsFailuresOfOthers() {
        assertThat(ForeignFailures.test(new RuntimeException(new ProducerFencedException("fenced"))))
                .isTrue();
        assertThat(ForeignFailures.test(new RuntimeException(
                        "Error encountered sending record to topic out for task 0_0 due to: no",
                        new TimeoutException())))
                .isTrue();
        assertThat(ForeignFailures.test(new TimeoutException("of a user's own client")))
                .isFalse();
    }

    private static FailureAction classify(Stage stage, Throwable exception) {
        return FailureClassifier.DEFAULT.classify(failure(stage, exception));
    }

    private static Failure failure(Stage stage, Throwable exception) {
        return new Failure(stage, "main", "node", "topic", exception);
    }

    private static Failure failure(String topology, @Nullable String node, @Nullable String topic, String message) {
        return new Failure(Stage.DECODE, topology, node, topic, new IOException(message));
    }
}
