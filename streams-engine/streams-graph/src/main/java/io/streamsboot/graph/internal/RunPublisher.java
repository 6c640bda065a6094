package io.streamsboot.graph.internal;

import io.streamsboot.graph.Run;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results of a publisher, as far as they are asked for. */
final class RunPublisher<R, T> implements Flow.Publisher<T> {

    /** How many records are asked for ahead. */
    private static final int AHEAD = 64;

    private final Flow.Publisher<? extends R> records;
    private final Function<Consumer<T>, Run<R>> opener;

    RunPublisher(Flow.Publisher<? extends R> records, Function<Consumer<T>, Run<R>> opener) {
        this.records = records;
        this.opener = opener;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        records.subscribe(new Link<>(Objects.requireNonNull(subscriber, "subscriber"), opener));
    }

    /** Between the records' publisher and one subscriber. Whoever comes first works for all who come meanwhile. */
    private static final class Link<R, T> implements Flow.Subscriber<R>, Flow.Subscription {

        private final Flow.Subscriber<? super T> subscriber;
        private final Run<R> run;
        private final Queue<R> records = new ConcurrentLinkedQueue<>();
        private final Queue<T> results = new ArrayDeque<>();
        private final AtomicLong demand = new AtomicLong();
        private final AtomicInteger work = new AtomicInteger();
        private volatile Flow.@Nullable Subscription upstream;
        private volatile boolean cancelled;
        private volatile boolean ended;
        private volatile @Nullable Throwable error;
        private volatile boolean badRequest;
        private boolean finished;
        private int taken;

        Link(Flow.Subscriber<? super T> subscriber, Function<Consumer<T>, Run<R>> opener) {
            this.subscriber = subscriber;
            this.run = opener.apply(results::add);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            Objects.requireNonNull(subscription, "subscription");
            if (upstream != null) {
                subscription.cancel();
                return;
            }
            upstream = subscription;
            subscriber.onSubscribe(this);
            if (!cancelled) {
                subscription.request(AHEAD);
            }
        }

        @Override
        public void onNext(R record) {
            records.add(Objects.requireNonNull(record, "record"));
            drain();
        }

        @Override
        public void onError(Throwable throwable) {
            error = Objects.requireNonNull(throwable, "throwable");
            ended = true;
            drain();
        }

        @Override
        public void onComplete() {
            ended = true;
            drain();
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                badRequest = true;
            } else {
                demand.accumulateAndGet(n, Link::saturatedSum);
            }
            drain();
        }

        private static long saturatedSum(long a, long b) {
            long sum = a + b;
            return sum < 0 ? Long.MAX_VALUE : sum;
        }

        @Override
        public void cancel() {
            cancelled = true;
            cancelUpstream();
            drain();
        }

        private void cancelUpstream() {
            Flow.Subscription subscription = upstream;
            if (subscription != null) {
                subscription.cancel();
            }
        }

        private void drain() {
            if (work.getAndIncrement() != 0) {
                return;
            }
            int missed = 1;
            while (missed != 0) {
                boolean more = true;
                while (more) {
                    more = advance();
                }
                missed = work.addAndGet(-missed);
            }
        }

        /** Does one thing; false when there is nothing that can be done now. */
        private boolean advance() {
            if (cancelled) {
                records.clear();
                results.clear();
                return false;
            }
            if (badRequest) {
                fail(new IllegalArgumentException("a subscriber must request more than 0 results (rule 3.9)"));
                return false;
            }
            T result = results.peek();
            if (result != null) {
                return deliver(result);
            }
            boolean last = ended;
            R record = records.poll();
            if (record != null) {
                take(record);
                return true;
            }
            return last && end();
        }

        private boolean deliver(T result) {
            if (demand.get() == 0) {
                return false;
            }
            results.remove();
            if (demand.get() != Long.MAX_VALUE) {
                demand.decrementAndGet();
            }
            subscriber.onNext(result);
            return true;
        }

        private void take(R record) {
            try {
                run.accept(record);
            } catch (RuntimeException e) {
                cancelUpstream();
                records.clear();
                error = e;
                ended = true;
                return;
            }
            if (++taken == AHEAD / 2) {
                taken = 0;
                Objects.requireNonNull(upstream).request(AHEAD / 2);
            }
        }

        private boolean end() {
            Throwable failure = error;
            if (failure == null && !finished) {
                finished = true;
                try {
                    run.finish();
                } catch (RuntimeException e) {
                    error = e;
                }
                return true;
            }
            cancelled = true;
            if (failure == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(failure);
            }
            return false;
        }

        private void fail(Throwable failure) {
            cancelled = true;
            cancelUpstream();
            subscriber.onError(failure);
        }
    }
}
