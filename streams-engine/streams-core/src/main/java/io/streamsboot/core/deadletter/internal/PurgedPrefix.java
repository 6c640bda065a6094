package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Position;
import io.streamsboot.core.deadletter.DeadLetterAction;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.deadletter.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees the room of purged dead letters, where nothing else lies before them. Whoever reads the topic sees them no more. */
final class PurgedPrefix {

    private static final Logger LOG = LoggerFactory.getLogger(PurgedPrefix.class);

    private final LetterClients clients;
    private final String topic;
    private final MarkLog marks;

    PurgedPrefix(LetterClients clients, String topic, MarkLog marks) {
        this.clients = clients;
        this.topic = topic;
        this.marks = marks;
    }

    void delete() throws InterruptedException {
        Map<TopicPartition, RecordsToDelete> deletions = new HashMap<>();
        try (LetterReader reader = new LetterReader(clients, topic)) {
            List<TopicPartition> partitions = reader.partitions();
            Map<TopicPartition, Long> begins = reader.begins(partitions);
            reader.ends(partitions).forEach((partition, end) -> {
                long begin = begins.getOrDefault(partition, 0L);
                long[] kept = {end};
                reader.read(partition, begin, end, record -> {
                    DeadLetter letter = Envelope.decode(record);
                    Position position = letter == null ? null : letter.position();
                    Mark mark = position == null ? null : marks.markOf(position);
                    boolean purged = mark != null && mark.action() == DeadLetterAction.PURGE;
                    if (!purged) {
                        kept[0] = record.offset();
                    }
                    return purged;
                });
                if (kept[0] > begin) {
                    deletions.put(partition, RecordsToDelete.beforeOffset(kept[0]));
                }
            });
        }
        if (deletions.isEmpty()) {
            return;
        }
        try (Admin admin = clients.admin()) {
            admin.deleteRecords(deletions).all().get();
        } catch (ExecutionException e) {
            LOG.info(
                    "Purged dead letters of topic {} keep their room until retention takes them: {}",
                    topic,
                    String.valueOf(e.getCause()));
        }
    }
}
