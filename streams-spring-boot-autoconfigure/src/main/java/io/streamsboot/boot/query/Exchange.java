package io.streamsboot.boot.query;

import io.streamsboot.core.http.CappedBody;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends questions and reads answers, within bounds of time and size.
 *
 * @param client the client, which follows no redirects
 * @param most bytes that an answer may have
 */
record Exchange(HttpClient client, long most) {

    private static final RemoteAnswers ANSWERS = new RemoteAnswers(JsonMapper.shared());

    static HttpClient.Builder client(Duration connectTimeout) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
    }

    QueryResult send(
            String peer,
            HttpRequest request,
            QueryRequest query,
            @Nullable Set<Integer> partitions,
            Duration patience) {
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request, info -> new CappedBody(most));
        try {
            HttpResponse<byte[]> received = response.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ANSWERS.read(
                    peer, received.statusCode(), received.body(), query.topology(), query.store(), partitions);
        } catch (InterruptedException e) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            return RemoteAnswers.unreachable("the question to " + peer + " was interrupted");
        } catch (TimeoutException e) {
            response.cancel(true);
            return RemoteAnswers.unreachable("instance " + peer + " did not answer within " + patience);
        } catch (ExecutionException e) {
            return RemoteAnswers.unreachable("instance " + peer + " could not be asked: " + e.getCause());
        }
    }
}
