package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.Actionable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Shows errors that know their way out, wherever they are in the chain of causes; the outermost says most. */
final class ActionableFailureAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable each = failure; each != null && seen.add(each); each = each.getCause()) {
            if (each instanceof Actionable actionable) {
                return new FailureAnalysis(actionable.description(), actionable.action(), each);
            }
        }
        return null;
    }
}
