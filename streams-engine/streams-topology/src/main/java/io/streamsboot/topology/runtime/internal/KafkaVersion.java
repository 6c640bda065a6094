package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.UnsupportedKafkaException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * The version of Kafka's client library, read from the library itself. Releases that are known to be broken are named.
 *
 * @param major first number
 * @param minor second number
 * @param patch third number
 */
public record KafkaVersion(int major, int minor, int patch) {

    private static final Pattern FORMAT = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
    private static final Map<KafkaVersion, String> BROKEN = Map.of(
            new KafkaVersion(4, 1, 0), "it leaks memory (KAFKA-19748)",
            new KafkaVersion(4, 2, 0), "groups must not be migrated from the classic to the streams protocol",
            new KafkaVersion(4, 3, 0), "it leaks native memory (KAFKA-20616)");

    /**
     * The library on the class path.
     *
     * @return its version, or null if the library does not tell
     */
    public static @Nullable KafkaVersion ofLibrary() {
        try (InputStream in = KafkaStreams.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            if (in == null) {
                return null;
            }
            Properties properties = new Properties();
            properties.load(in);
            return parse(properties.getProperty("version", ""));
        } catch (IOException e) {
            return null;
        }
    }

    static @Nullable KafkaVersion parse(String text) {
        Matcher matcher = FORMAT.matcher(text.trim());
        return matcher.matches()
                ? new KafkaVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)))
                : null;
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }

    /**
     * Why this release should not be used.
     *
     * @return the reason, or null if none is known
     */
    @Nullable String knownDefect() {
        return BROKEN.get(this);
    }

    static void requireSupported(@Nullable KafkaVersion library) {
        if (library != null && !library.isAtLeast(4, 2)) {
            throw new UnsupportedKafkaException(
                    "The Kafka client library on the class path has version " + library + ", but 4.2 is the oldest that"
                            + " managed topologies run on.",
                    "Upgrade kafka-clients and kafka-streams: remove or raise the property 'kafka.version' of your build.",
                    null);
        }
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
