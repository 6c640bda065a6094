package io.streamsboot.benchmarks.managed;

import java.util.function.Consumer;

/** A topic that is written when somebody first asks for it. Used by one thread. */
final class Input {

    private final String topic;
    private final Consumer<String> filling;
    private boolean filled;

    /** A topic and what writes it, once it exists. */
    Input(BenchCluster cluster, String topic, Consumer<String> filling) {
        this.topic = topic;
        this.filling = name -> {
            cluster.createTopic(name);
            filling.accept(name);
        };
    }

    String topic() {
        if (!filled) {
            filling.accept(topic);
            filled = true;
        }
        return topic;
    }
}
