package io.streamsboot.workflow.observe;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Is told what workflows do when they begin to do it, on the thread that does it. Thread-safe; nothing here may throw or
 * block.
 */
public interface WorkflowObserver {

    /** Looks away. */
    WorkflowObserver NONE = new WorkflowObserver() {
        @Override
        public Observed attempt(String workflow, List<ConsumerRecord<byte[], byte[]>> records, int number) {
            return Observed.NONE;
        }

        @Override
        public Observed step(String workflow, String step, Observed attempt) {
            return Observed.NONE;
        }

        @Override
        public Observed journal(String workflow, Observed attempt) {
            return Observed.NONE;
        }

        @Override
        public Observed commit(String workflow, int runs) {
            return Observed.NONE;
        }
    };

    /**
     * An attempt of a run begins.
     *
     * @param records the records of the run, at least one
     * @param number which attempt of this process it is, from 1 on
     */
    Observed attempt(String workflow, List<ConsumerRecord<byte[], byte[]>> records, int number);

    /**
     * A step begins, its retries included; one that was recorded does not.
     *
     * @param step name of the step, without the scope and the count
     * @param attempt the attempt that it belongs to, which may be on another thread
     */
    Observed step(String workflow, String step, Observed attempt);

    /** An attempt begins to wait until something is in its journal. The wait may be ended by another thread. */
    Observed journal(String workflow, Observed attempt);

    /**
     * Outputs begin to be written, with exactly-once their transaction with the offsets.
     *
     * @param runs how many runs they are of
     */
    Observed commit(String workflow, int runs);

    /** Something that has begun and is ended by the thread that began it, unless its beginning says otherwise. */
    interface Observed extends AutoCloseable {

        /** Nobody looks. */
        Observed NONE = new Observed() {
            @Override
            public void failed(Throwable cause) {}

            @Override
            public void headers(BiConsumer<String, String> headers) {}

            @Override
            public void close() {}
        };

        /** It has failed, and ends next. */
        void failed(Throwable cause);

        /** Gives the headers that an output is to carry so that a trace goes on with it, if there is a trace. */
        void headers(BiConsumer<String, String> headers);

        @Override
        void close();
    }
}
