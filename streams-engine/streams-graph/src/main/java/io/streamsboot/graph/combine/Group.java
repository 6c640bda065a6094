package io.streamsboot.graph.combine;

import java.util.List;

/**
 * Records that follow each other and have the same key.
 *
 * @param key their key
 * @param records the records, at least one
 */
public record Group<K, R>(K key, List<R> records) {

    /** Copies the records. */
    public Group {
        records = List.copyOf(records);
    }
}
