package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** How dead letters are counted, for all topologies together. */
@ConfigurationProperties(DeadLetterScanProperties.PREFIX)
public class DeadLetterScanProperties {

    static final String PREFIX = "streams.dead-letter.scan";

    /**
     * Time between two looks at the topics of dead letters, which give their number and age; 0 to look only when somebody
     * asks.
     */
    private Duration interval = Duration.ofSeconds(30);

    public Duration getInterval() {
        return interval;
    }

    public void setInterval(Duration interval) {
        if (interval.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".interval", interval, "It must not be negative.");
        }
        this.interval = interval;
    }

    /** All that may be below {@code streams.dead-letter}. */
    static final class All extends DeadLetterProperties {

        private final DeadLetterScanProperties scan = new DeadLetterScanProperties();

        public DeadLetterScanProperties getScan() {
            return scan;
        }
    }
}
