package io.streamsboot.pipeline.row.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of an object, each as the JSON that it was. Of fields of the same name the last counts. */
public final class RawFields implements JsonScanner.Listener {

    private final byte[] source;
    private final Map<String, Raw> fields = new LinkedHashMap<>();
    private String name = "";

    private RawFields(byte[] source) {
        this.source = source;
    }

    /**
     * The fields of an object.
     *
     * @throws io.streamsboot.pipeline.row.RowException if it is no object
     */
    public static Map<String, Raw> of(byte[] json) {
        RawFields reader = new RawFields(json);
        JsonScanner.scan(json, reader);
        return reader.fields;
    }

    @Override
    public void name(byte[] bytes, int start, int end, boolean escaped) {
        name = escaped
                ? JsonDecoder.string(bytes, start, end)
                : new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    @Override
    public void value(int start, int end) {
        fields.remove(name);
        fields.put(name, new Raw(Arrays.copyOfRange(source, start, end)));
    }
}
