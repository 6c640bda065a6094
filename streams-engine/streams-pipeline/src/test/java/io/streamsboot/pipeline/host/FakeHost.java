package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A host that a test sets up. */
final class FakeHost implements PipelineHost {

    final Map<String, TopicBinding> bindings = new HashMap<>();
    final BlockingQueue<BuildRecord> records = new LinkedBlockingQueue<>();
    volatile BuildSignal signal = BuildSignal.CONTINUE;
    volatile RuntimeException failure;
    final AtomicInteger heartbeats = new AtomicInteger();

    private final PipelineDefinition definition;
    private final String name;

    FakeHost(String name, PipelineDefinition definition) {
        this.name = name;
        this.definition = definition;
    }

    @Override
    public String name() {
        return "the fake host";
    }

    @Override
    public List<String> pipelines() {
        return List.of(name);
    }

    @Override
    public PipelineDefinition topology(String pipeline) {
        return definition;
    }

    @Override
    public TopicBinding resolveTopic(String pipeline, Dataset dataset) {
        return bindings.getOrDefault(dataset.name(), TopicBinding.of(dataset));
    }

    @Override
    public BuildSignal heartbeat(String build) {
        heartbeats.incrementAndGet();
        if (failure != null) {
            throw failure;
        }
        return signal;
    }

    @Override
    public void putRecord(String build, BuildRecord record) {
        if (failure != null) {
            throw failure;
        }
        records.add(record);
    }
}
