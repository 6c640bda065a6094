package io.streamsboot.topology.runtime.internal;

import io.streamsboot.core.RootCause;
import io.streamsboot.topology.deadletter.internal.RecordGuard;
import io.streamsboot.topology.runtime.internal.NodeCounters.Cell;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Counts records and failures of every processor, and guards it for dead letters (KIP-1112). Kafka instantiates it by its class, and it finds its
 * counters in the configuration from which it was made.
 */
public final class NodeCountingWrapper implements ProcessorWrapper {

    /** Name under which the configuration carries the {@link NodeCounters}. */
    public static final String COUNTERS_CONFIG = "streams.boot.node.counters";

    private NodeCounters counters = new NodeCounters();

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(COUNTERS_CONFIG) instanceof NodeCounters given) {
            counters = given;
        }
    }

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        counters.wrapped(processorName);
        return new WrappedProcessorSupplier<>() {
            @Override
            public Processor<KIn, VIn, KOut, VOut> get() {
                return new CountingProcessor<>(counters, processorName, processorSupplier.get());
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        counters.wrapped(processorName);
        return new WrappedFixedKeyProcessorSupplier<>() {
            @Override
            public FixedKeyProcessor<KIn, VIn, VOut> get() {
                return new CountingFixedKeyProcessor<>(counters, processorName, processorSupplier.get());
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    /** The part that both kinds of processors share: one node's counts and guard while its task lives. */
    private abstract static class CountingNode extends Cell {

        /** A failure passes through every node upstream of the one that threw; only that one is to be counted. */
        private static final ThreadLocal<@Nullable Throwable> LAST_FAILURE = new ThreadLocal<>();

        private final NodeCounters counters;
        private final String node;
        private @Nullable String applicationId;
        private @Nullable RecordGuard guard;

        CountingNode(NodeCounters counters, String node) {
            this.counters = counters;
            this.node = node;
        }

        final void open(ProcessingContext context) {
            applicationId = context.applicationId();
            counters.open(applicationId, node, this);
            guard = RecordGuard.of(counters.engine(applicationId), node, context);
        }

        /** Counts a record and returns a mark of the moment. */
        final long enter() {
            countRecord();
            RecordGuard present = guard;
            return present == null ? 0 : present.enter();
        }

        final void leave() {
            RecordGuard present = guard;
            if (present != null) {
                present.leave();
            }
        }

        /** Counts a failure, unless another try made good for it, and throws what is left of it. */
        final void failed(Throwable failure, long mark, Runnable again) {
            RecordGuard present = guard;
            Throwable left = present == null ? failure : present.failed(failure, mark, count(), again);
            if (left == null) {
                return;
            }
            countOnce(left);
            if (left instanceof Error error) {
                throw error;
            }
            throw left instanceof RuntimeException exception ? exception : new IllegalStateException(left);
        }

        @SuppressWarnings("ReferenceEquality") // the same failure seen again, not an equal one
        private void countOnce(Throwable failure) {
            Throwable root = RootCause.of(failure);
            if (LAST_FAILURE.get() != root) {
                LAST_FAILURE.set(root);
                countFailure();
            }
        }

        final void end() {
            RecordGuard present = guard;
            if (present != null) {
                present.close();
            }
            if (applicationId != null) {
                counters.close(applicationId, node, this);
            }
        }
    }

    private static final class CountingProcessor<KIn, VIn, KOut, VOut> extends CountingNode
            implements Processor<KIn, VIn, KOut, VOut> {

        private final Processor<KIn, VIn, KOut, VOut> delegate;

        CountingProcessor(NodeCounters counters, String node, Processor<KIn, VIn, KOut, VOut> delegate) {
            super(counters, node);
            this.delegate = delegate;
        }

        @Override
        public void init(ProcessorContext<KOut, VOut> context) {
            open(context);
            delegate.init(context);
        }

        @Override
        public void process(Record<KIn, VIn> record) {
            long mark = enter();
            try {
                delegate.process(record);
                leave();
            } catch (RuntimeException | Error e) {
                failed(e, mark, () -> delegate.process(record));
            }
        }

        @Override
        public void close() {
            end();
            delegate.close();
        }
    }

    private static final class CountingFixedKeyProcessor<KIn, VIn, VOut> extends CountingNode
            implements FixedKeyProcessor<KIn, VIn, VOut> {

        private final FixedKeyProcessor<KIn, VIn, VOut> delegate;

        CountingFixedKeyProcessor(NodeCounters counters, String node, FixedKeyProcessor<KIn, VIn, VOut> delegate) {
            super(counters, node);
            this.delegate = delegate;
        }

        @Override
        public void init(FixedKeyProcessorContext<KIn, VOut> context) {
            open(context);
            delegate.init(context);
        }

        @Override
        public void process(FixedKeyRecord<KIn, VIn> record) {
            long mark = enter();
            try {
                delegate.process(record);
                leave();
            } catch (RuntimeException | Error e) {
                failed(e, mark, () -> delegate.process(record));
            }
        }

        @Override
        public void close() {
            end();
            delegate.close();
        }
    }
}
