package io.streamsboot.graph;

/** Whether moments are those of a sample, which estimate the population's, or those of the values themselves. */
public enum Estimator {
    /** Unbiased where there is a usual correction: n - 1 for the variance. The default. */
    SAMPLE,
    /** The values are the whole population: n for the variance. */
    POPULATION
}
