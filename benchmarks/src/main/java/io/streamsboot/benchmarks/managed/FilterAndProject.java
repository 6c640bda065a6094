package io.streamsboot.benchmarks.managed;

import io.streamsboot.benchmarks.managed.HandWritten.RowFunction;
import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.Projection;
import io.streamsboot.pipeline.row.RowLayout;
import java.io.ByteArrayOutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Keeps late flights, and of them origin, destination and delay: in the words of a pipeline, and in Java three times. */
final class FilterAndProject {

    static final String STEPS = """
            - { op: filter, expression: "delay_minutes >= 15" }
            - { op: select, columns: [origin, destination, delay_minutes] }
            """;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private FilterAndProject() {}

    /** The scanner of the pipeline, which validates every byte, called by hand. */
    static RowFunction scanner() {
        RowLayout layout = new RowLayout(List.of("origin", "destination", "delay_minutes"), 0);
        Projection projection = new Projection(
                layout,
                false,
                List.of(
                        new Projection.Output("origin", 0),
                        new Projection.Output("destination", 1),
                        new Projection.Output("delay_minutes", 2)));
        JsonRow row = new JsonRow(layout);
        return value -> {
            row.read(value);
            return row.column(2) instanceof Long delay && delay >= FlightRows.LATE ? row.write(projection) : null;
        };
    }

    /** Jackson's parser and generator, token by token. */
    static RowFunction streaming() {
        return value -> {
            String origin = "";
            String destination = "";
            int delay = Integer.MIN_VALUE;
            try (JsonParser parser = MAPPER.createParser(value)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    switch (name) {
                        case "origin" -> origin = parser.getString();
                        case "destination" -> destination = parser.getString();
                        case "delay_minutes" -> delay = parser.getIntValue();
                        default -> parser.skipChildren();
                    }
                }
            }
            return delay < FlightRows.LATE ? null : write(origin, destination, delay);
        };
    }

    private static byte[] write(String origin, String destination, int delay) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        try (JsonGenerator generator = MAPPER.createGenerator(bytes)) {
            generator.writeStartObject();
            generator.writeStringProperty("origin", origin);
            generator.writeStringProperty("destination", destination);
            generator.writeNumberProperty("delay_minutes", delay);
            generator.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** A tree of Jackson. */
    static RowFunction tree() {
        return value -> {
            JsonNode row = MAPPER.readTree(value);
            if (row.path("delay_minutes").asInt() < FlightRows.LATE) {
                return null;
            }
            ObjectNode kept = MAPPER.createObjectNode();
            for (String column : List.of("origin", "destination", "delay_minutes")) {
                kept.set(column, row.path(column));
            }
            return MAPPER.writeValueAsBytes(kept);
        };
    }
}
