package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.PipelineDefinition;

/** Definitions for tests. */
final class Definitions {

    static final String LATE = """
            name: late
            datasets:
              flights: { topic: flights, onBadData: drop }
              late: {}
              board: { topic: late-flights }
            stages:
              - { inputs: [flights], output: late, steps: [ { op: filter, expression: "delay >= 15" } ] }
              - { inputs: [late], output: board, steps: [ { op: select, columns: [delay] } ] }
            """;

    private Definitions() {}

    static PipelineDefinition late() {
        return PipelineDefinition.read("late.yaml", LATE);
    }
}
