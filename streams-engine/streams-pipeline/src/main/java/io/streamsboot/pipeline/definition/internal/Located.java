package io.streamsboot.pipeline.definition.internal;

import io.streamsboot.pipeline.definition.PipelineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** An object of a definition that knows where it stands, and which of its fields nobody has asked for. */
final class Located {

    private final String source;
    private final String what;
    private final Node node;
    private final Map<String, Node> fields = new LinkedHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();

    Located(String source, String what, Node node) {
        this.source = source;
        this.what = what;
        this.node = node;
        if (!(node instanceof MappingNode mapping)) {
            throw error(node, what + " must be an object with fields", "Write name: value.");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String name = text(tuple.getKeyNode(), "the name of a field");
            if (fields.put(name, tuple.getValueNode()) != null) {
                throw error(tuple.getKeyNode(), "'" + name + "' is there twice", "Remove one of the two.");
            }
        }
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    String text(String name) {
        return text(required(name), "'" + name + "'");
    }

    @Nullable String optionalText(String name) {
        asked.add(name);
        Node value = fields.get(name);
        return value == null || isNull(value) ? null : text(value, "'" + name + "'");
    }

    String text(String name, String fallback) {
        String value = optionalText(name);
        return value == null ? fallback : value;
    }

    /** The line that it begins in, from 1. */
    int line() {
        return line(node);
    }

    String source() {
        return source;
    }

    long integer(String name) {
        String value = text(name);
        try {
            return Long.parseLong(value.replace("_", ""));
        } catch (NumberFormatException e) {
            throw error(name, "'" + name + "' is '" + value + "'", "Write an integer.", e);
        }
    }

    long integer(String name, long fallback) {
        return optionalText(name) == null ? fallback : integer(name);
    }

    double number(String name) {
        String value = text(name);
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw error(name, "'" + name + "' is '" + value + "'", "Write a number.", e);
        }
    }

    boolean flag(String name, boolean fallback) {
        String value = optionalText(name);
        if (value == null) {
            return fallback;
        } else if (value.equals("true") || value.equals("false")) {
            return value.equals("true");
        }
        throw error("'" + name + "' is '" + value + "'", "Write true or false.");
    }

    boolean isObject(String name) {
        return fields.get(name) instanceof MappingNode;
    }

    Located object(String name) {
        return new Located(source, "'" + name + "'", required(name));
    }

    List<String> optionalTexts(String name) {
        asked.add(name);
        return fields.containsKey(name) ? texts(name) : List.of();
    }

    Map<String, String> optionalTextByName(String name) {
        asked.add(name);
        return fields.containsKey(name) ? textByName(name) : Map.of();
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Node item : items(name)) {
            texts.add(text(item, "each of '" + name + "'"));
        }
        if (texts.isEmpty()) {
            throw error(required(name), "'" + name + "' is empty", "Name at least one.");
        }
        return texts;
    }

    List<Located> objects(String name, String each) {
        List<Located> objects = new ArrayList<>();
        for (Node item : items(name)) {
            objects.add(new Located(source, each, item));
        }
        return objects;
    }

    private List<Node> items(String name) {
        if (required(name) instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw error(required(name), "'" + name + "' must be a list", "Write " + name + ": [ … ].");
    }

    Map<String, String> textByName(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        Located object = new Located(source, "'" + name + "'", required(name));
        object.fields.forEach((field, value) -> texts.put(field, text(value, "'" + field + "'")));
        return texts;
    }

    Map<String, Located> objectByName(String name, String each) {
        Map<String, Located> objects = new LinkedHashMap<>();
        Located object = new Located(source, "'" + name + "'", required(name));
        object.fields.forEach((field, value) -> objects.put(field, new Located(source, each, value)));
        return objects;
    }

    private Node required(String name) {
        asked.add(name);
        Node value = fields.get(name);
        if (value == null) {
            throw error(node, what + " has no '" + name + "'", "Add it.");
        }
        return value;
    }

    /** Refuses fields that mean nothing here. */
    void finish() {
        for (Map.Entry<String, Node> field : fields.entrySet()) {
            if (!asked.contains(field.getKey())) {
                throw error(
                        field.getValue(),
                        what + " has an unknown field '" + field.getKey() + "'",
                        "Known here: " + String.join(", ", asked) + ".");
            }
        }
    }

    private String text(Node value, String name) {
        if (value instanceof ScalarNode scalar && !isNull(value)) {
            return scalar.getValue();
        }
        throw error(value, name + " must be a text", "Write one value.");
    }

    private static boolean isNull(Node value) {
        return value.getTag().equals(Tag.NULL);
    }

    PipelineException error(String problem, String action) {
        return error(node, problem, action);
    }

    /** The error of a field, at the place of its value. */
    PipelineException error(String field, String problem, String action, Throwable cause) {
        return at(source, line(fields.getOrDefault(field, node)), problem, action, cause);
    }

    private PipelineException error(Node place, String problem, String action) {
        return at(source, line(place), problem, action, null);
    }

    private static int line(Node place) {
        return place.getStartMark().getLine() + 1;
    }

    static PipelineException at(String source, int line, String problem, String action, @Nullable Throwable cause) {
        return new PipelineException(source + ", line " + line + ": " + problem + ".", action, cause);
    }
}
