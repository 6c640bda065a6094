package io.streamsboot.workflow.testing;

import io.streamsboot.workflow.run.internal.RecordOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run comes to.
 *
 * @param written what it writes, in order
 * @param setAside why the handler set records aside, in order
 * @param failure what it failed with after its retries, or null
 */
public record TestOutcome(
        List<Written> written,
        List<String> setAside,
        @Nullable Throwable failure) {

    public TestOutcome {
        written = List.copyOf(written);
        setAside = List.copyOf(setAside);
    }

    /** The only record that is written. */
    public Written single() {
        if (written.size() != 1) {
            throw new AssertionError("expected one written record, but the outcome is " + this);
        }
        return written.get(0);
    }

    static TestOutcome of(List<RecordOutcome> outcomes) {
        List<Written> written = new ArrayList<>();
        List<String> setAside = new ArrayList<>();
        for (RecordOutcome outcome : outcomes) {
            if (outcome instanceof RecordOutcome.Written records) {
                records.records().forEach(output -> written.add(Written.of(output)));
            } else if (outcome instanceof RecordOutcome.SetAside dead) {
                setAside.add(dead.reason());
            }
        }
        return new TestOutcome(written, setAside, null);
    }
}
