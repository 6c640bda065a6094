package io.streamsboot.workflow.options;

/** Which records wait for each other. */
public enum Order {
    /** Those of the same key; records without a key wait for nobody. */
    KEY,
    /** Those of the same partition. */
    PARTITION,
    /** None. */
    NONE
}
