package io.streamsboot.boot.actuate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Bytes, in a form that people can read. Only the beginning of what is long is shown.
 *
 * @param decoded what the source's serde makes of them; null if it is not known or fails
 * @param text the bytes as text, if they are text in UTF-8; null otherwise
 * @param base64 the bytes in Base64, if they are not text; null otherwise
 * @param length how many bytes the record had
 * @param complete whether {@code text} or {@code base64} are all of them
 */
public record BytesDescriptor(
        @Nullable String decoded,
        @Nullable String text,
        @Nullable String base64,
        int length,
        boolean complete) {

    private static final int MOST_SHOWN = 16_384;

    static @Nullable BytesDescriptor of(byte @Nullable [] bytes, int wholeLength, @Nullable String decoded) {
        if (bytes == null) {
            return null;
        }
        int length = Math.max(bytes.length, wholeLength);
        byte[] shown = bytes.length <= MOST_SHOWN ? bytes : Arrays.copyOf(bytes, MOST_SHOWN);
        String text = text(bytes);
        String cutText = text == null || text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN);
        return new BytesDescriptor(
                decoded == null || decoded.length() <= MOST_SHOWN ? decoded : decoded.substring(0, MOST_SHOWN),
                cutText,
                text == null ? Base64.getEncoder().encodeToString(shown) : null,
                length,
                length == bytes.length && (text == null ? shown.length == bytes.length : text.equals(cutText)));
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean readable =
                    text.chars().allMatch(c -> c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c));
            return readable ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
