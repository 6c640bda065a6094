package io.streamsboot.boot.autoconfigure.redis;

import io.streamsboot.workflow.journal.redis.RedisJournalOptions;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/** How the journal of workflows uses Redis. Where Redis is, {@code spring.data.redis} says. */
@ConfigurationProperties("streams.workflow-journal.redis")
public class RedisJournalProperties {

    private static final RedisJournalOptions DEFAULT = RedisJournalOptions.DEFAULT;

    /**
     * Whether workflows keep their journal in Redis if spring.data.redis gives an address.
     */
    private boolean enabled = true;

    /**
     * Beginning of all keys.
     */
    private String keyPrefix = DEFAULT.keyPrefix();

    /**
     * Time that a partition is kept in which nothing is written and which no instance has.
     */
    private Duration expiry = DEFAULT.expiry();

    /**
     * Time that an answer may take before the journal counts as unavailable.
     */
    private Duration timeout = DEFAULT.timeout();

    /**
     * Size of the largest result that is taken.
     */
    private DataSize maxEntrySize = DataSize.ofBytes(DEFAULT.maxEntryBytes());

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public String getKeyPrefix() {
        return keyPrefix;
    }

    public void setKeyPrefix(String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    public Duration getExpiry() {
        return expiry;
    }

    public void setExpiry(Duration expiry) {
        this.expiry = expiry;
    }

    public Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public DataSize getMaxEntrySize() {
        return maxEntrySize;
    }

    public void setMaxEntrySize(DataSize maxEntrySize) {
        this.maxEntrySize = maxEntrySize;
    }

    RedisJournalOptions options() {
        long bytes = Math.min(Integer.MAX_VALUE, maxEntrySize.toBytes());
        return new RedisJournalOptions(keyPrefix, expiry, timeout, (int) bytes);
    }
}
