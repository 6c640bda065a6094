package io.streamsboot.topology.query;

/** What can be asked of a store. */
public enum StoreKind {
    /** Keys and values. */
    KEY_VALUE("key-value"),
    /** Keys and values that know the time of their record. */
    TIMESTAMPED_KEY_VALUE("timestamped-key-value"),
    /** Keys and values that know time and headers of their record; from Kafka 4.4 on. */
    TIMESTAMPED_KEY_VALUE_WITH_HEADERS("timestamped-key-value-with-headers"),
    /** Values by key and window. */
    WINDOW("window"),
    /** Values by key and window that know the time of their record. */
    TIMESTAMPED_WINDOW("timestamped-window"),
    /** Values by key and window that know time and headers of their record; from Kafka 4.4 on. */
    TIMESTAMPED_WINDOW_WITH_HEADERS("timestamped-window-with-headers"),
    /** Values by key and session. */
    SESSION("session"),
    /** Values by key and session that know the headers of their record; from Kafka 4.4 on. */
    SESSION_WITH_HEADERS("session-with-headers"),
    /** Values by key and the time from which they are valid. */
    VERSIONED("versioned");

    private final String text;

    StoreKind(String text) {
        this.text = text;
    }

    /**
     * Whether it has plain keys that can be listed.
     *
     * @return true for key-value stores, with timestamps and headers or without
     */
    public boolean isKeyValue() {
        return this == KEY_VALUE || this == TIMESTAMPED_KEY_VALUE || this == TIMESTAMPED_KEY_VALUE_WITH_HEADERS;
    }

    /**
     * Whether it has windows of a fixed size.
     *
     * @return true for window stores, with timestamps and headers or without
     */
    public boolean isWindow() {
        return this == WINDOW || this == TIMESTAMPED_WINDOW || this == TIMESTAMPED_WINDOW_WITH_HEADERS;
    }

    /**
     * Whether it has sessions.
     *
     * @return true for session stores, with headers or without
     */
    public boolean isSession() {
        return this == SESSION || this == SESSION_WITH_HEADERS;
    }

    /**
     * Whether it keeps the headers of records.
     *
     * @return true for stores of the format with headers
     */
    public boolean hasHeaders() {
        return this == TIMESTAMPED_KEY_VALUE_WITH_HEADERS
                || this == TIMESTAMPED_WINDOW_WITH_HEADERS
                || this == SESSION_WITH_HEADERS;
    }

    /**
     * The kind as it is shown.
     *
     * @return lower case, with hyphens
     */
    @Override
    public String toString() {
        return text;
    }
}
