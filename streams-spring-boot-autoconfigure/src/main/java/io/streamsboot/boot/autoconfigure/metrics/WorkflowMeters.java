package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.streamsboot.workflow.runtime.Workflows;

/** Binds {@link WorkflowMeter}s of every workflow; they ask its status. */
final class WorkflowMeters implements MeterBinder {

    private final Workflows workflows;

    WorkflowMeters(Workflows workflows) {
        this.workflows = workflows;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String id : workflows.ids()) {
            for (WorkflowMeter meter : WorkflowMeter.values()) {
                String outcome = meter.outcome();
                Tags tags = Tags.of("workflow", id).and(outcome == null ? Tags.empty() : Tags.of("outcome", outcome));
                if (meter.counts()) {
                    FunctionCounter.builder(meter.meter(), workflows, all -> meter.value(all.status(id)))
                            .tags(tags)
                            .register(registry);
                } else {
                    Gauge.builder(meter.meter(), workflows, all -> meter.value(all.status(id)))
                            .tags(tags)
                            .register(registry);
                }
            }
        }
    }
}
