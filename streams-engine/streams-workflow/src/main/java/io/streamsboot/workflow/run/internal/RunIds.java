package io.streamsboot.workflow.run.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Ids of runs: {@code group:topic:partition:offset:fingerprint}, with the first and the last offset for a batch. The
 * fingerprint is the first half of a SHA-256 over timestamp, key, value and headers.
 */
public final class RunIds {

    private static final int FINGERPRINT = 16;

    /** Never used itself, so that several threads may copy it. */
    private static final MessageDigest SHA_256 = lookUp();

    private RunIds() {}

    public static String of(String group, List<ConsumerRecord<byte[], byte[]>> records, boolean batch) {
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        MessageDigest digest = sha256();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            update(digest, record);
        }
        StringBuilder id = new StringBuilder(group.length() + first.topic().length() + 64);
        id.append(group).append(':').append(first.topic()).append(':').append(first.partition());
        id.append(':').append(first.offset());
        if (batch) {
            id.append('-').append(records.get(records.size() - 1).offset());
        }
        return id.append(':')
                .append(HexFormat.of().formatHex(digest.digest(), 0, FINGERPRINT))
                .toString();
    }

    private static void update(MessageDigest digest, ConsumerRecord<byte[], byte[]> record) {
        digest.update(ByteBuffer.allocate(8).putLong(0, record.timestamp()));
        update(digest, record.key());
        update(digest, record.value());
        for (Header header : record.headers()) {
            update(digest, header.key().getBytes(StandardCharsets.UTF_8));
            update(digest, header.value());
        }
        digest.update((byte) 0);
    }

    private static void update(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(4).putInt(0, bytes == null ? -1 : bytes.length));
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    /** A fresh one. To look the algorithm up takes longer than most records do. */
    private static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            return lookUp();
        }
    }

    private static MessageDigest lookUp() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
