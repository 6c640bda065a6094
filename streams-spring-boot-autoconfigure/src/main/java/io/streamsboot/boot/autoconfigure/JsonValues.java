package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.query.StreamsQueries;
import tools.jackson.databind.json.JsonMapper;

/** Reads what other instances send, in a class of its own since Jackson may be missing. */
final class JsonValues {

    private JsonValues() {}

    static void use(StreamsQueries.Builder builder) {
        builder.converter((value, type) -> JsonMapper.shared().convertValue(value, type));
    }
}
