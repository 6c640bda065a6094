package io.streamsboot.topology.query;

import java.util.Objects;

/**
 * A key as text or bytes instead of as an object: the declared serde of the store says how it is read. Text is taken as it
 * is for strings, parsed for numbers, booleans and UUIDs, read as JSON for a JSON serde, and as base64 of the serialized
 * key for all others.
 *
 * @param text the key
 * @param serialized whether the text is base64 (URL-safe) of the serialized key, whatever the serde is
 */
public record TextKey(String text, boolean serialized) {

    public TextKey {
        Objects.requireNonNull(text, "text");
    }

    /**
     * A key as a person writes it.
     *
     * @param text the key
     * @return a new key
     */
    public static TextKey of(String text) {
        return new TextKey(text, false);
    }
}
