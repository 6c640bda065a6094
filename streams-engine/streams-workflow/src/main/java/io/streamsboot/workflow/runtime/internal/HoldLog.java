package io.streamsboot.workflow.runtime.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which records are held, and why; says it once per reason and then every half minute. Belongs to the core thread. */
final class HoldLog {

    private static final Logger LOG = LoggerFactory.getLogger(HoldLog.class);
    private static final long INTERVAL = Duration.ofSeconds(30).toNanos();

    private final String workflow;
    private final LongSupplier nanoTime;
    private final Map<Work, Hold> held = new LinkedHashMap<>();
    private final Map<String, Long> said = new HashMap<>();

    private record Hold(String reason, long since) {}

    HoldLog(String workflow, LongSupplier nanoTime) {
        this.workflow = workflow;
        this.nanoTime = nanoTime;
    }

    void held(Work work, String reason, Throwable cause) {
        long now = nanoTime.getAsLong();
        Hold known = held.get(work);
        Hold hold = new Hold(reason, known == null ? now : known.since());
        held.put(work, hold);
        Long last = said.get(reason);
        if (last == null || now - last >= INTERVAL) {
            said.put(reason, now);
            LOG.warn(
                    "workflow_record_held workflow={} reason={} elapsed={}s position={} held={}: {}",
                    workflow,
                    reason,
                    Duration.ofNanos(now - hold.since()).toSeconds(),
                    work,
                    held.size(),
                    String.valueOf(cause));
        }
    }

    void released(Work work) {
        if (!held.isEmpty() && held.remove(work) != null && held.isEmpty()) {
            said.clear();
        }
    }

    void drop(Partition partition) {
        held.keySet().removeIf(work -> work.partition() == partition);
        if (held.isEmpty()) {
            said.clear();
        }
    }

    /** How many records are held for each reason. */
    Map<String, Integer> reasons() {
        Map<String, Integer> reasons = new HashMap<>();
        held.values().forEach(hold -> reasons.merge(hold.reason(), 1, Integer::sum));
        return reasons;
    }
}
