package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.run.internal.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The works of a partition that are not settled, in the order in which they came. A list without entries of its own: each
 * work knows its neighbours. Belongs to the core thread.
 */
final class Works {

    private @Nullable Work first;
    private @Nullable Work last;
    private int size;

    void add(Work work) {
        Work end = last;
        work.before = end;
        if (end == null) {
            first = work;
        } else {
            end.after = work;
        }
        last = work;
        size++;
    }

    /** Removes a work, unless that was done before. */
    void remove(Work work) {
        Work before = work.before;
        Work after = work.after;
        if (before == null && first != work) {
            return;
        }
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        work.before = null;
        work.after = null;
        size--;
    }

    /** The one that came first, or null if there is none. */
    @Nullable Work first() {
        return first;
    }

    int size() {
        return size;
    }

    /**
     * Has those that run say so if they have waited for long.
     *
     * @param running how many do; they are near the beginning
     */
    void look(long now, int running) {
        int left = running;
        for (Work work = first; work != null && left > 0; work = work.after) {
            if (work.state == Work.State.RUNNING) {
                left--;
                Run run = work.run;
                if (run != null) {
                    run.look(now);
                }
            }
        }
    }

    /** All of them now. */
    List<Work> all() {
        List<Work> all = new ArrayList<>(size);
        for (Work work = first; work != null; work = work.after) {
            all.add(work);
        }
        return all;
    }

    void clear() {
        all().forEach(this::remove);
    }
}
