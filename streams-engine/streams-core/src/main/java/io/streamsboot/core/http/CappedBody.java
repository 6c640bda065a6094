package io.streamsboot.core.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of a response, given up when it is larger or takes longer than it may. For one response. */
final class CappedBody implements BodySubscriber<byte[]> {

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final long most;
    private volatile Flow.@Nullable Subscription subscription;

    /**
     * A body.
     *
     * @param most bytes that it may have
     * @param nanos time that it may take
     */
    CappedBody(long most, long nanos) {
        this.most = most;
        body.orTimeout(nanos, TimeUnit.NANOSECONDS).whenComplete((whole, failure) -> {
            if (failure != null) {
                cancel();
            }
        });
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (body.isDone()) {
            given.cancel();
        } else {
            given.request(Long.MAX_VALUE);
        }
    }

    /** Closes the connection. */
    private void cancel() {
        Flow.Subscription known = subscription;
        if (known != null) {
            known.cancel();
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (bytes.size() + (long) buffer.remaining() > most) {
                body.completeExceptionally(new IOException("the answer is larger than " + most + " bytes"));
                return;
            }
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(copy);
            bytes.writeBytes(copy);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
