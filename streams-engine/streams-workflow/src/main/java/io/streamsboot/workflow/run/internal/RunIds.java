package io.streamsboot.workflow.run.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Ids of runs: {@code group:topic:partition:offset:fingerprint}, with the first and the last offset for a batch. The
 * fingerprint is over timestamp, key, value and headers.
 */
public final class RunIds {

    private RunIds() {}

    public static String of(String group, List<ConsumerRecord<byte[], byte[]>> records, boolean batch) {
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        Fingerprint fingerprint = new Fingerprint();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            add(fingerprint, record);
        }
        StringBuilder id = new StringBuilder(group.length() + first.topic().length() + 80);
        id.append(group).append(':').append(first.topic()).append(':').append(first.partition());
        id.append(':').append(first.offset());
        if (batch) {
            id.append('-').append(records.get(records.size() - 1).offset());
        }
        fingerprint.appendTo(id.append(':'));
        return id.toString();
    }

    private static void add(Fingerprint fingerprint, ConsumerRecord<byte[], byte[]> record) {
        fingerprint.add(record.timestamp());
        fingerprint.add(record.key());
        fingerprint.add(record.value());
        int headers = 0;
        for (Header header : record.headers()) {
            fingerprint.add(header.key().getBytes(StandardCharsets.UTF_8));
            fingerprint.add(header.value());
            headers++;
        }
        fingerprint.add(headers);
    }
}
