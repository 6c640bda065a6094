package io.streamsboot.boot.query;

import io.streamsboot.core.http.BoundedHttpClient;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends questions and reads answers.
 *
 * @param client the client
 */
record Exchange(BoundedHttpClient client) {

    private static final RemoteAnswers ANSWERS = new RemoteAnswers(JsonMapper.shared());

    QueryResult send(
            String peer,
            HttpRequest.Builder request,
            QueryRequest query,
            @Nullable Set<Integer> partitions,
            Duration patience) {
        try {
            BoundedHttpClient.Answer received = client.send(request, patience);
            return ANSWERS.read(peer, received.status(), received.body(), query.topology(), query.store(), partitions);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RemoteAnswers.unreachable("the question to " + peer + " was interrupted");
        } catch (HttpTimeoutException e) {
            return RemoteAnswers.unreachable("instance " + peer + " did not answer within " + patience);
        } catch (IOException e) {
            return RemoteAnswers.unreachable("instance " + peer + " could not be asked: " + e);
        }
    }
}
