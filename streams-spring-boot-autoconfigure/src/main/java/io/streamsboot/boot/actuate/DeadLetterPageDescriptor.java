package io.streamsboot.boot.actuate;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetterPage;
import io.streamsboot.core.deadletter.Mark;
import io.streamsboot.topology.deadletter.SourceSerdes;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Some dead letters of a topic.
 *
 * @param topic the topic
 * @param records the dead letters
 * @param next cursor of the next page; null if there is none
 */
public record DeadLetterPageDescriptor(
        String topic,
        List<RecordDescriptor> records,
        @Nullable String next) implements OperationResponseBody {

    static DeadLetterPageDescriptor of(String topic, DeadLetterPage page, ManagedTopologies topologies) {
        return new DeadLetterPageDescriptor(
                topic,
                page.entries().stream()
                        .map(entry -> RecordDescriptor.of(entry, topologies))
                        .toList(),
                page.next());
    }

    /**
     * One dead letter.
     *
     * @param at its place, as {@code partition:offset}, by which a replay names it
     * @param stage where it failed
     * @param topology name of the topology
     * @param node name of the node, or null
     * @param task id of the task, or null
     * @param source where the record came from, or null
     * @param target where it was to be written, or null
     * @param exception why it failed
     * @param attempt how often the record has failed, from 1
     * @param firstFailure when it failed first
     * @param failedAt when it failed last
     * @param content what key and value are: {@code source}, {@code output} or {@code none}
     * @param key the key, or null
     * @param value the value, or null
     * @param headers the headers in their order
     * @param text what failed, where there are no bytes; or null
     * @param mark what became of it; null if it is open
     */
    public record RecordDescriptor(
            String at,
            String stage,
            String topology,
            @Nullable String node,
            @Nullable String task,
            @Nullable PlaceDescriptor source,
            @Nullable PlaceDescriptor target,
            ExceptionDescriptor exception,
            int attempt,
            Instant firstFailure,
            Instant failedAt,
            String content,
            @Nullable BytesDescriptor key,
            @Nullable BytesDescriptor value,
            List<HeaderDescriptor> headers,
            @Nullable String text,
            @Nullable MarkDescriptor mark) {

        static RecordDescriptor of(DeadLetterPage.Entry entry, ManagedTopologies topologies) {
            DeadLetter letter = entry.letter();
            DeadLetter.Position position = letter.position();
            DeadLetter.Payload payload = letter.payload();
            return new RecordDescriptor(
                    position == null ? "" : position.partition() + ":" + position.offset(),
                    letter.place().stage().text(),
                    letter.place().topology(),
                    letter.place().node(),
                    letter.place().task(),
                    PlaceDescriptor.of(letter.origin()),
                    PlaceDescriptor.of(letter.target()),
                    ExceptionDescriptor.of(letter),
                    letter.history().attempt(),
                    letter.history().firstFailure(),
                    letter.history().failedAt(),
                    payload.content().text(),
                    BytesDescriptor.of(payload.key(), -1, shown(letter, topologies, true)),
                    BytesDescriptor.of(payload.value(), payload.valueLength(), shown(letter, topologies, false)),
                    payload.headers().stream()
                            .map(header ->
                                    new HeaderDescriptor(header.key(), BytesDescriptor.of(header.value(), -1, null)))
                            .toList(),
                    payload.text(),
                    entry.mark() == null ? null : MarkDescriptor.of(entry.mark()));
        }

        private static @Nullable String shown(DeadLetter letter, ManagedTopologies topologies, boolean key) {
            ManagedTopology topology = topologies.find(letter.place().topology());
            String source = letter.origin().topic();
            if (topology == null
                    || source == null
                    || letter.payload().content() != DeadLetter.Content.SOURCE
                    || letter.payload().isCut()) {
                return null;
            }
            SourceSerdes serdes = topology.serdes(source);
            return key
                    ? serdes.showKey(
                            source, letter.payload().headers(), letter.payload().key())
                    : serdes.showValue(
                            source, letter.payload().headers(), letter.payload().value());
        }
    }

    /**
     * A place in a topic.
     *
     * @param topic the topic
     * @param partition the partition; null if it is not known
     * @param offset the offset; null if it is not known
     * @param timestamp timestamp of the record; null if it is not known
     */
    public record PlaceDescriptor(
            String topic,
            @Nullable Integer partition,
            @Nullable Long offset,
            @Nullable Instant timestamp) {

        static @Nullable PlaceDescriptor of(DeadLetter.Origin origin) {
            String topic = origin.topic();
            return topic == null
                    ? null
                    : new PlaceDescriptor(
                            topic,
                            origin.partition() < 0 ? null : origin.partition(),
                            origin.offset() < 0 ? null : origin.offset(),
                            origin.timestamp() < 0 ? null : Instant.ofEpochMilli(origin.timestamp()));
        }

        static @Nullable PlaceDescriptor of(DeadLetter.@Nullable Target target) {
            return target == null
                    ? null
                    : new PlaceDescriptor(
                            target.topic(), target.partition() < 0 ? null : target.partition(), null, null);
        }
    }

    /**
     * Why a record failed.
     *
     * @param type class name of the exception
     * @param message its message, or null
     * @param root class name of the last cause
     * @param stackTrace its stack trace, cut; or null
     */
    public record ExceptionDescriptor(
            String type,
            @Nullable String message,
            String root,
            @Nullable String stackTrace) {

        static ExceptionDescriptor of(DeadLetter letter) {
            return new ExceptionDescriptor(
                    letter.cause().type(),
                    letter.cause().message(),
                    letter.cause().root(),
                    letter.cause().stackTrace());
        }
    }

    /**
     * A header.
     *
     * @param name its name
     * @param value its value, or null
     */
    public record HeaderDescriptor(String name, @Nullable BytesDescriptor value) {}

    /**
     * What became of a dead letter.
     *
     * @param action {@code replay} or {@code purge}
     * @param requestId request that did it
     * @param requestedBy who asked for it, or null
     * @param at when it was done
     * @param target topic that it was replayed to, or null
     */
    public record MarkDescriptor(
            String action,
            String requestId,
            @Nullable String requestedBy,
            Instant at,
            @Nullable String target) {

        static MarkDescriptor of(Mark mark) {
            return new MarkDescriptor(
                    mark.action().text(), mark.requestId(), mark.requestedBy(), mark.at(), mark.target());
        }
    }
}
