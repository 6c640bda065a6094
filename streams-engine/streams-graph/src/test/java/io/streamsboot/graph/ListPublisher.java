package io.streamsboot.graph;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Publishes elements in the thread that asks for them, one subscriber at a time. */
final class ListPublisher<T> implements Flow.Publisher<T> {

    private final Iterable<T> elements;
    private final @Nullable RuntimeException error;

    /** Ends with {@code error} if there is one. */
    ListPublisher(Iterable<T> elements, @Nullable RuntimeException error) {
        this.elements = elements;
        this.error = error;
    }

    static <T> ListPublisher<T> of(Iterable<T> elements) {
        return new ListPublisher<>(elements, null);
    }

    /** Takes everything, asking for {@code batch} elements at a time. */
    static <T> List<T> collect(Flow.Publisher<T> publisher, int batch) {
        var all = new ArrayList<T>();
        var failure = new Throwable[1];
        publisher.subscribe(new Flow.Subscriber<T>() {
            private Flow.@Nullable Subscription subscription;
            private int left;

            @Override
            public void onSubscribe(Flow.Subscription s) {
                subscription = s;
                left = batch;
                s.request(batch);
            }

            @Override
            public void onNext(T item) {
                all.add(item);
                if (--left == 0) {
                    left = batch;
                    subscription.request(batch);
                }
            }

            @Override
            public void onError(Throwable throwable) {
                failure[0] = throwable;
            }

            @Override
            public void onComplete() {
                all.add(null);
            }
        });
        if (failure[0] instanceof RuntimeException e) {
            throw e;
        }
        if (all.isEmpty() || all.remove(all.size() - 1) != null) {
            throw new IllegalStateException("the publisher has not completed");
        }
        return all;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Iterator<T> iterator = elements.iterator();
        subscriber.onSubscribe(new Flow.Subscription() {
            private final AtomicLong demand = new AtomicLong();
            private volatile boolean done;

            @Override
            public void request(long n) {
                if (n <= 0) {
                    done = true;
                    subscriber.onError(new IllegalArgumentException("rule 3.9"));
                    return;
                }
                if (demand.getAndAccumulate(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b) == 0) {
                    publish();
                }
            }

            private void publish() {
                do {
                    if (done) {
                        return;
                    }
                    if (!iterator.hasNext()) {
                        done = true;
                        if (error == null) {
                            subscriber.onComplete();
                        } else {
                            subscriber.onError(error);
                        }
                        return;
                    }
                    subscriber.onNext(iterator.next());
                } while (demand.decrementAndGet() > 0);
            }

            @Override
            public void cancel() {
                done = true;
            }
        });
    }
}
