package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.TopologyProgress.RestoreProgress;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Knows which stores are being restored. Called by restoring threads, read by anyone. */
final class RestoreTracker implements StateRestoreListener {

    private final ConcurrentMap<Key, RestoreProgress> restores = new ConcurrentHashMap<>();
    private final Runnable onChange;

    private record Key(TopicPartition partition, String store) {}

    RestoreTracker(Runnable onChange) {
        this.onChange = onChange;
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        if (endingOffset > startingOffset) {
            restores.put(
                    new Key(partition, store),
                    new RestoreProgress(
                            store, partition.topic(), partition.partition(), startingOffset, endingOffset, 0));
            onChange.run();
        }
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long numRestored) {
        restores.computeIfPresent(
                new Key(partition, store),
                (key, restore) -> new RestoreProgress(
                        restore.store(),
                        restore.topic(),
                        restore.partition(),
                        restore.startOffset(),
                        restore.endOffset(),
                        restore.restored() + numRestored));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        remove(partition, store);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long totalRestored) {
        remove(partition, store);
    }

    boolean isRestoring() {
        return !restores.isEmpty();
    }

    List<RestoreProgress> progress() {
        return restores.values().stream()
                .sorted(Comparator.comparing(RestoreProgress::store).thenComparing(RestoreProgress::partition))
                .toList();
    }

    private void remove(TopicPartition partition, String store) {
        if (restores.remove(new Key(partition, store)) != null) {
            onChange.run();
        }
    }
}
