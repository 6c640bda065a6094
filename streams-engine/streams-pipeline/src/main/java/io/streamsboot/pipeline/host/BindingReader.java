package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads where a dataset is from a host's answer. What is missing is as the definition says. */
final class BindingReader {

    private final HttpExchange.Answer answer;
    private final Map<String, @Nullable Object> fields;

    private BindingReader(HttpExchange.Answer answer) {
        this.answer = answer;
        this.fields = answer.fields(List.of("topic", "brokers", "onBadData", "source", "sink"));
    }

    static TopicBinding read(HttpExchange.Answer answer, Dataset dataset) {
        BindingReader reader = new BindingReader(answer);
        String topic = reader.text("topic");
        return new TopicBinding(
                topic == null ? dataset.topic() : topic,
                reader.text("brokers"),
                reader.constant("onBadData", BadData.values(), BadData::label, dataset.onBadData()),
                reader.constant(
                        "source",
                        TopicBinding.SourceKind.values(),
                        BindingReader::label,
                        TopicBinding.SourceKind.KAFKA),
                reader.constant(
                        "sink", TopicBinding.SinkKind.values(), BindingReader::label, TopicBinding.SinkKind.KAFKA));
    }

    private @Nullable String text(String field) {
        Object value = fields.get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(field, value, "a text");
    }

    private <E extends Enum<E>> E constant(String field, E[] known, Function<E, String> label, E otherwise) {
        Object value = fields.get(field);
        if (value == null) {
            return otherwise;
        }
        return Arrays.stream(known)
                .filter(constant -> label.apply(constant).equals(value))
                .findFirst()
                .orElseThrow(() ->
                        wrong(field, value, Arrays.stream(known).map(label).collect(Collectors.joining(", "))));
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private PipelineException wrong(String field, Object value, String expected) {
        return new PipelineException(
                answer.address() + " answers with " + field + " " + value + ".", "Let it be: " + expected + ".", null);
    }
}
