package io.streamsboot.topology.query.internal;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether keys lie in the partitions in which the declarations say they should. A foreign producer or a wrong declaration
 * would otherwise make a key look absent that is there.
 */
final class Placement {

    /** Entries of a partition that are looked at before an absence is believed. */
    static final int SAMPLE = 32;

    private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();

    private final Map<String, String> mismatches = new ConcurrentHashMap<>();
    private final Map<String, Long> sampled = new ConcurrentHashMap<>();

    /** What speaks against the declarations, or null. Once seen, it stays: old entries stay where they are. */
    @Nullable String mismatch(StoreSite site) {
        return mismatches.get(id(site));
    }

    void report(StoreSite site, String mismatch) {
        mismatches.putIfAbsent(id(site), mismatch);
    }

    /** Compares where an entry is with where it should be. */
    void compare(StoreSite site, Object key, byte[] bytes, int partition, int partitions) {
        Integer expected = site.partition(key, bytes, partitions);
        if (expected != null && expected != partition) {
            report(
                    site,
                    "a key lies in partition " + partition + " and not in " + expected + ", as "
                            + site.requireCodec().source()
                            + " would have it: another producer or partitioner wrote it, or the declaration is wrong");
        }
    }

    boolean isSampled(StoreSite site, int partition, long generation) {
        Long last = sampled.get(id(site) + '/' + partition + '/' + generation);
        return last != null && System.nanoTime() - last < FRESH_NANOS;
    }

    void sampled(StoreSite site, int partition, long generation) {
        sampled.put(id(site) + '/' + partition + '/' + generation, System.nanoTime());
    }

    private static String id(StoreSite site) {
        return site.topology().name() + '/' + site.store();
    }
}
