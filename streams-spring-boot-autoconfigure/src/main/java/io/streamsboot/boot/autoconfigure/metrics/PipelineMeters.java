package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.host.HostedPipeline;
import io.streamsboot.pipeline.host.Pipelines;
import java.util.function.ToDoubleFunction;

/** Counts what the stages of pipelines do. */
final class PipelineMeters implements MeterBinder {

    private final Pipelines pipelines;

    PipelineMeters(Pipelines pipelines) {
        this.pipelines = pipelines;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (HostedPipeline pipeline : pipelines.all()) {
            pipeline.pipeline().counters().forEach((output, counters) -> {
                count(registry, PipelineMeter.CONSUMED, pipeline, output, counters, StageCounters::consumed);
                count(registry, PipelineMeter.EMITTED, pipeline, output, counters, StageCounters::emitted);
                count(registry, PipelineMeter.DROPPED, pipeline, output, counters, StageCounters::dropped);
                count(registry, PipelineMeter.RESCUED, pipeline, output, counters, StageCounters::rescued);
                count(registry, PipelineMeter.LATE, pipeline, output, counters, StageCounters::lateRows);
            });
        }
    }

    private static void count(
            MeterRegistry registry,
            PipelineMeter meter,
            HostedPipeline pipeline,
            String output,
            StageCounters counters,
            ToDoubleFunction<StageCounters> count) {
        FunctionCounter.builder(meter.key(), counters, count)
                .tag(PipelineMeter.PIPELINE, pipeline.name())
                .tag(PipelineMeter.OUTPUT, output)
                .register(registry);
    }
}
