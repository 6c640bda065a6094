package io.streamsboot.pipeline.definition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds circles among stages, in a time that grows with what they read. */
final class StageOrder {

    private StageOrder() {}

    /** Outputs of stages of which each reads the next, the last the first; null if there is no circle. */
    static @Nullable List<String> circle(List<Stage> stages) {
        Map<String, List<String>> open = new LinkedHashMap<>();
        stages.forEach(stage -> open.put(stage.output(), new ArrayList<>(stage.inputs())));
        open.values().forEach(inputs -> inputs.retainAll(open.keySet()));
        Map<String, Integer> waiting = new HashMap<>();
        Map<String, List<String>> readers = new HashMap<>();
        List<String> ready = new ArrayList<>();
        open.forEach((output, inputs) -> {
            waiting.put(output, inputs.size());
            inputs.forEach(input ->
                    readers.computeIfAbsent(input, key -> new ArrayList<>()).add(output));
            if (inputs.isEmpty()) {
                ready.add(output);
            }
        });
        while (!ready.isEmpty()) {
            String done = ready.remove(ready.size() - 1);
            open.remove(done);
            for (String reader : readers.getOrDefault(done, List.of())) {
                if (waiting.merge(reader, -1, Integer::sum) == 0) {
                    ready.add(reader);
                }
            }
        }
        return open.isEmpty() ? null : walk(open);
    }

    /** Every stage that is left reads another one that is left, so a walk comes back. */
    private static List<String> walk(Map<String, List<String>> open) {
        List<String> path = new ArrayList<>();
        String at = open.keySet().iterator().next();
        while (!path.contains(at)) {
            path.add(at);
            at = open.getOrDefault(at, List.of()).stream()
                    .filter(open::containsKey)
                    .findFirst()
                    .orElse(at);
        }
        return path.subList(path.indexOf(at), path.size());
    }
}
