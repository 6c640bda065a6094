package io.streamsboot.pipeline.definition;

import java.util.List;

/**
 * Takes the rows of some datasets through steps into another dataset.
 *
 * @param inputs datasets to read; the rows of several are merged
 * @param output dataset to write
 * @param steps what is done with each row, in this order
 */
public record Stage(List<String> inputs, String output, List<Step> steps) {

    public Stage {
        inputs = List.copyOf(inputs);
        steps = List.copyOf(steps);
    }
}
