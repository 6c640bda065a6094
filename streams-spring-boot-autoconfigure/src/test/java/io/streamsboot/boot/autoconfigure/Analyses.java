package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.boot.diagnostics.FailureAnalysis;

/** What a user reads when the start fails. */
public final class Analyses {

    private Analyses() {}

    public static FailureAnalysis of(Throwable failure) {
        FailureAnalysis analysis = new ActionableFailureAnalyzer().analyze(failure);
        assertThat(analysis).as(String.valueOf(failure)).isNotNull();
        return analysis;
    }
}
