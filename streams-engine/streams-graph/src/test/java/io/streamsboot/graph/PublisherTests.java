package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** The reactive mode: the rules of Reactive Streams, demand, errors. */
class PublisherTests {

    private static final Graph<Long, Long> SAME = Graph.define(Long.class, g -> g.value(v -> v));

    /** The rules, run by the test below. */
    public static final class Rules extends FlowPublisherVerification<Long> {

        /** With short times: everything happens in one thread. */
        public Rules() {
            super(new TestEnvironment(50, 20));
        }

        @Override
        public Flow.Publisher<Long> createFlowPublisher(long elements) {
            return SAME.over(
                    ListPublisher.of(() -> LongStream.range(0, elements).iterator()));
        }

        @Override
        public Flow.Publisher<Long> createFailedFlowPublisher() {
            return SAME.over(new ListPublisher<Long>(List.of(), new IllegalStateException("failed from the start")));
        }
    }

    @Test
    void keepsTheRulesOfReactiveStreams() {
        var listener = new TestListenerAdapter();
        var testNg = new TestNG(false);
        testNg.setVerbose(0);
        testNg.addListener(listener);
        testNg.setTestClasses(new Class<?>[] {Rules.class});

        testNg.run();

        assertThat(listener.getFailedTests())
                .extracting(ITestResult::getName, ITestResult::getThrowable)
                .isEmpty();
        assertThat(listener.getPassedTests()).hasSizeGreaterThan(20);
    }

    @Test
    void followsDemandAndAsksAheadOnlyAFew() {
        var asked = new AtomicLong();
        Flow.Publisher<Long> endless = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private long next;
            private boolean cancelled;

            @Override
            public void request(long n) {
                asked.addAndGet(n);
                for (long i = 0; i < n && !cancelled; i++) {
                    subscriber.onNext(next++);
                }
            }

            @Override
            public void cancel() {
                cancelled = true;
            }
        });
        var received = new ArrayList<Long>();
        SAME.over(endless).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(10);
            }

            @Override
            public void onNext(Long item) {
                received.add(item);
            }

            @Override
            public void onError(Throwable throwable) {
                throw new AssertionError(throwable);
            }

            @Override
            public void onComplete() {
                throw new AssertionError("an endless publisher does not complete");
            }
        });

        assertThat(received)
                .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
        assertThat(asked.get()).isLessThanOrEqualTo(10 + 64);
    }

    @Test
    void workHappensInOrderWhicheverThreadsPublishAndAsk() throws Exception {
        Graph<Long, Double> graph =
                Graph.define(Long.class, g -> g.number(v -> v).cumsum());
        List<Long> records = LongStream.range(0, 20_000).boxed().toList();
        ExecutorService executor = Executors.newFixedThreadPool(2);
        var source = new SubmissionPublisher<Long>(executor, 32);
        try {
            var received = new ArrayList<Double>();
            var done = new SubmissionPublisher<Double>(executor, 16);
            var end = done.consume(received::add);
            graph.over(source).subscribe(new Forward(done));
            records.forEach(source::submit);
            source.close();
            end.get();
            assertThat(received).isEqualTo(graph.over(records).toList());
        } finally {
            executor.shutdownNow();
        }
    }

    /** Hands on, one by one. */
    private static final class Forward implements Flow.Subscriber<Double> {

        private final SubmissionPublisher<Double> to;
        private Flow.Subscription subscription;

        Forward(SubmissionPublisher<Double> to) {
            this.to = to;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        @Override
        public void onNext(Double item) {
            to.submit(item);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable throwable) {
            to.closeExceptionally(throwable);
        }

        @Override
        public void onComplete() {
            to.close();
        }
    }

    @Test
    void anErrorOfTheSourceComesBehindWhatCameBefore() {
        var received = new ArrayList<Long>();
        var errors = new ArrayList<Throwable>();
        var failure = new IllegalStateException("gone");
        SAME.over(new ListPublisher<>(List.of(1L, 2L), failure)).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Long item) {
                received.add(item);
            }

            @Override
            public void onError(Throwable throwable) {
                errors.add(throwable);
            }

            @Override
            public void onComplete() {
                throw new AssertionError("it failed");
            }
        });

        assertThat(received).containsExactly(1L, 2L);
        assertThat(errors).containsExactly(failure);
    }

    @Test
    void aFailureInTheGraphEndsThePublisher() {
        Graph<Long, Long> failing = Graph.define(Long.class, g -> g.<Long>value(v -> 6 / v));

        assertThatThrownBy(() -> ListPublisher.collect(failing.over(ListPublisher.of(Arrays.asList(1L, 0L, 2L))), 1))
                .isInstanceOf(UserCodeException.class)
                .hasCauseInstanceOf(ArithmeticException.class);
    }
}
