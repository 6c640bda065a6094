package io.streamsboot.topology.deadletter.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Records of one partition from their arrival until they have been processed: the consumer's own lists, and the headers
 * apart because deserializers can change them.
 */
final class SourceQueue {

    private static final Header[] NO_HEADERS = new Header[0];

    private final Deque<Batch> batches = new ArrayDeque<>();

    /** The first offset since the partition was assigned. */
    private final long first;

    private record Batch(List<ConsumerRecord<byte[], byte[]>> records, Header @Nullable [][] headers) {

        static Batch of(List<ConsumerRecord<byte[], byte[]>> records) {
            Header[][] headers = null;
            for (int i = 0; i < records.size(); i++) {
                Header[] own = records.get(i).headers().toArray();
                if (own.length > 0) {
                    if (headers == null) {
                        headers = new Header[records.size()][];
                    }
                    headers[i] = own;
                }
            }
            return new Batch(records, headers);
        }

        long last() {
            return records.get(records.size() - 1).offset();
        }

        @Nullable SourceRecord find(long offset) {
            int low = 0;
            int high = records.size() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                long found = records.get(middle).offset();
                if (found == offset) {
                    Header[] own = headers == null ? null : headers[middle];
                    return SourceRecord.of(records.get(middle), own == null ? NO_HEADERS : own);
                }
                if (found < offset) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return null;
        }
    }

    SourceQueue(long first) {
        this.first = first;
    }

    long first() {
        return first;
    }

    /** Whether records that begin at this offset follow those that are here. */
    synchronized boolean isFollowedBy(long offset) {
        return batches.isEmpty() || batches.getLast().last() < offset;
    }

    synchronized void add(List<ConsumerRecord<byte[], byte[]>> records) {
        batches.addLast(Batch.of(records));
    }

    /**
     * Forgets batches that lie before an offset.
     *
     * @return up to which offset nothing more can be forgotten
     */
    synchronized long advance(long offset) {
        while (!batches.isEmpty()) {
            long last = batches.getFirst().last();
            if (last >= offset) {
                return last;
            }
            batches.removeFirst();
        }
        return offset;
    }

    synchronized @Nullable SourceRecord find(long offset) {
        for (Batch batch : batches) {
            if (offset <= batch.last()) {
                return batch.find(offset);
            }
        }
        return null;
    }
}
