package io.streamsboot.pipeline.definition.internal;

import java.util.ArrayList;
import java.util.List;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** TOML as the nodes that YAML has, each at its line. Only loaded where TOML is read: its library is optional. */
final class TomlNodes {

    /** The parser calls itself for every bracket, so a text of nothing else must not reach it. */
    private static final int MAX_BRACKETS = 100;

    private static final String ACTION = "Correct the TOML.";

    private final String source;
    private final List<String> lines;
    private final int maxDepth;

    private TomlNodes(String source, String text, int maxDepth) {
        this.source = source;
        this.lines = text.lines().toList();
        this.maxDepth = maxDepth;
    }

    static Node read(String source, String text, int maxDepth) {
        checkBrackets(source, text);
        TomlParseResult result = Toml.parse(text);
        if (result.hasErrors()) {
            TomlParseError error = result.errors().get(0);
            throw Located.at(
                    source,
                    Math.max(1, error.position().line()),
                    "it is not well-formed: " + error.getMessage(),
                    ACTION,
                    error);
        }
        return new TomlNodes(source, text, maxDepth).table(result, mark(1), 0);
    }

    private static void checkBrackets(String source, String text) {
        int line = 1;
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\n' -> line++;
                case '[', '{' -> open++;
                case ']', '}' -> open = Math.max(0, open - 1);
                default -> {
                    // Only brackets and lines are counted.
                }
            }
            if (open > MAX_BRACKETS) {
                throw tooDeep(source, line);
            }
        }
    }

    private static RuntimeException tooDeep(String source, int line) {
        return Located.at(source, line, "it is nested too deeply", "Write what the steps need, and no more.", null);
    }

    private Node node(Object value, Mark mark, int depth) {
        if (depth > maxDepth) {
            throw tooDeep(source, mark.getLine() + 1);
        } else if (value instanceof TomlTable table) {
            return table(table, mark, depth);
        } else if (value instanceof TomlArray array) {
            List<Node> items = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                items.add(node(array.get(i), mark(array.inputPositionOf(i)), depth + 1));
            }
            return new SequenceNode(Tag.SEQ, true, items, mark, mark, FlowStyle.BLOCK);
        }
        return new ScalarNode(tag(value), value.toString(), mark, mark, ScalarStyle.PLAIN);
    }

    private Node table(TomlTable table, Mark mark, int depth) {
        List<NodeTuple> fields = new ArrayList<>();
        for (String name : table.keySet()) {
            List<String> path = List.of(name);
            TomlPosition position = table.inputPositionOf(path);
            Mark at = position == null ? mark : mark(position);
            Object value = table.get(path);
            if (value != null) {
                fields.add(new NodeTuple(
                        new ScalarNode(Tag.STR, name, at, at, ScalarStyle.PLAIN), node(value, at, depth + 1)));
            }
        }
        return new MappingNode(Tag.MAP, true, fields, mark, mark, FlowStyle.BLOCK);
    }

    private static Tag tag(Object value) {
        if (value instanceof Boolean) {
            return Tag.BOOL;
        } else if (value instanceof Long) {
            return Tag.INT;
        }
        return value instanceof Double ? Tag.FLOAT : Tag.STR;
    }

    /** For the parser an item of an array begins with the line break before it. */
    private Mark mark(TomlPosition position) {
        int line = position.line();
        int from = position.column() - 1;
        while (line < lines.size() && isEmpty(lines.get(line - 1), from)) {
            line++;
            from = 0;
        }
        return mark(line);
    }

    private static boolean isEmpty(String line, int from) {
        String rest = line.substring(Math.min(Math.max(from, 0), line.length())).strip();
        return rest.isEmpty() || rest.startsWith("#");
    }

    private static Mark mark(int line) {
        return new Mark("", 0, line - 1, 0, new int[0], 0);
    }
}
