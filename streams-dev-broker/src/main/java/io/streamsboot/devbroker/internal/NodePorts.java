package io.streamsboot.devbroker.internal;

import java.util.ArrayList;
import java.util.List;

/** The two ports of a node: one for clients and brokers, one for the controller quorum; 0 asks for any free port. */
public record NodePorts(int broker, int controller) {

    public static final NodePorts ANY = new NodePorts(0, 0);

    public NodePorts {
        if (broker < 0 || broker > 65535 || controller < 0 || controller > 65535) {
            throw new IllegalArgumentException(
                    "Ports " + broker + " and " + controller + " of the dev broker must be between 0 and 65535");
        }
    }

    static String format(List<NodePorts> ports) {
        StringBuilder text = new StringBuilder();
        for (NodePorts each : ports) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(each.broker)
                    .append('/')
                    .append(each.controller);
        }
        return text.toString();
    }

    /** Ports are a wish, not data: what cannot be read is no wish. */
    static List<NodePorts> parse(String text, int nodes) {
        List<NodePorts> ports = new ArrayList<>();
        try {
            for (String pair : text.split(",")) {
                String[] both = pair.split("/");
                if (both.length != 2) {
                    return List.of();
                }
                ports.add(new NodePorts(Integer.parseInt(both[0].trim()), Integer.parseInt(both[1].trim())));
            }
        } catch (IllegalArgumentException e) {
            return List.of();
        }
        return ports.size() == nodes ? List.copyOf(ports) : List.of();
    }
}
