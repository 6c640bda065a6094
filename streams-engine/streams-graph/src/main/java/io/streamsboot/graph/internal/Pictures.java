package io.streamsboot.graph.internal;

import io.streamsboot.graph.internal.engine.NodeSpec;
import io.streamsboot.graph.internal.engine.Program;
import java.util.List;
import java.util.stream.Collectors;

/** A graph as text. */
final class Pictures {

    private Pictures() {}

    /** One line for each node: its number, what it does, and the numbers of its inputs. */
    static String text(Program<?> program, String record) {
        var text = new StringBuilder("graph over ")
                .append(record)
                .append(program.timed() ? "" : ", without timestamps")
                .append(", fingerprint ")
                .append(program.fingerprint())
                .append('\n');
        List<NodeSpec> nodes = program.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            NodeSpec node = nodes.get(i);
            text.append("  ").append(i).append("  ").append(node.label());
            if (!node.inputs().isEmpty()) {
                text.append("  <- ")
                        .append(node.inputs().stream().map(String::valueOf).collect(Collectors.joining(", ")));
            }
            text.append(i == program.output() ? "  -> result\n" : "\n");
        }
        return text.toString();
    }

    /** A flow chart from the record to the result. */
    static String mermaid(Program<?> program, String record) {
        var chart = new StringBuilder("flowchart LR\n  record([\"")
                .append(escape(record))
                .append("\"])\n");
        List<NodeSpec> nodes = program.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            NodeSpec node = nodes.get(i);
            chart.append("  n")
                    .append(i)
                    .append("[\"")
                    .append(escape(node.label()))
                    .append("\"]\n");
            if (node.kind() == NodeSpec.Kind.SOURCE) {
                chart.append("  record --> n").append(i).append('\n');
            }
            for (int input : node.inputs()) {
                chart.append("  n").append(input).append(" --> n").append(i).append('\n');
            }
        }
        return chart.append("  n")
                .append(program.output())
                .append(" --> result([\"result\"])\n")
                .toString();
    }

    private static String escape(String label) {
        return label.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
