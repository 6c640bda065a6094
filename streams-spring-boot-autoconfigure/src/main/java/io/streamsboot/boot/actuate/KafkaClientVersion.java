package io.streamsboot.boot.actuate;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/** Reads the version of the Kafka library from the file that it carries; the class that knows it has moved between versions. */
final class KafkaClientVersion {

    private static final String FILE = "kafka/kafka-version.properties";

    private KafkaClientVersion() {}

    static @Nullable String read() {
        ClassLoader loader = CommonClientConfigs.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(FILE)) {
            if (in == null) {
                return null;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            return null;
        }
    }
}
