package io.streamsboot.workflow;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** How results of steps are kept. The type comes from the program, never from what was kept. Thread-safe. */
public interface StepCodec {

    /**
     * Writes a result.
     *
     * @param type type of the result as the call says it
     * @param value the result
     * @return its bytes
     * @throws RuntimeException if it cannot be written
     */
    byte[] write(Type type, @Nullable Object value);

    /**
     * Reads a result.
     *
     * @param type type of the result as the call says it
     * @param bytes what was kept
     * @throws RuntimeException if it is not of that type
     */
    @Nullable Object read(Type type, byte[] bytes);

    /** As JSON, by this mapper. */
    static StepCodec json(JsonMapper mapper) {
        return new StepCodec() {
            @Override
            public byte[] write(Type type, @Nullable Object value) {
                return mapper.writerFor(mapper.constructType(type)).writeValueAsBytes(value);
            }

            @Override
            public @Nullable Object read(Type type, byte[] bytes) {
                return mapper.readerFor(mapper.constructType(type)).readValue(bytes);
            }
        };
    }
}
