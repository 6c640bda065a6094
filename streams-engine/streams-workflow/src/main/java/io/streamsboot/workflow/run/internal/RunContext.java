package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.RecordInfo;
import io.streamsboot.workflow.WorkflowContext;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What one attempt hands to its handler. */
final class RunContext extends RunScope implements WorkflowContext {

    private @Nullable List<RecordInfo> records;

    RunContext(Run run, RunSupport support) {
        super(run, support, "");
    }

    private static RecordInfo info(ConsumerRecord<byte[], byte[]> record) {
        return new RecordInfo(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.key(),
                List.of(record.headers().toArray()));
    }

    @Override
    public String runId() {
        return run().runId();
    }

    @Override
    public RecordInfo record() {
        return records().get(0);
    }

    @Override
    public List<RecordInfo> records() {
        List<RecordInfo> known = records;
        if (known == null) {
            known = run().records().stream().map(RunContext::info).toList();
            records = known;
        }
        return known;
    }

    @Override
    public int attempt() {
        return run().attempts();
    }

    @Override
    public long fencingToken() {
        return run().fencingToken();
    }
}
