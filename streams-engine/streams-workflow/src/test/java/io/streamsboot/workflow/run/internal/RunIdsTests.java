package io.streamsboot.workflow.run.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RunIdsTests {

    private static ConsumerRecord<byte[], byte[]> record(long offset, long timestamp, byte[] key, byte[] value) {
        return new ConsumerRecord<>(
                "in",
                3,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                -1,
                -1,
                key,
                value,
                new ProducerRecord<>("in", value).headers(),
                Optional.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String id(ConsumerRecord<byte[], byte[]> record) {
        return RunIds.of("g", List.of(record), false);
    }

    /** What is in journals must be found by later versions. */
    @Test
    void staysTheSameForEver() {
        ConsumerRecord<byte[], byte[]> first = record(41, 1_700_000_000_000L, bytes("key"), bytes("some value"));
        first.headers().add("h", bytes("v"));
        assertThat(id(first)).isEqualTo("g:in:3:41:abc3cbac21cd6a5e6124fc61e5bc5e9a");
        assertThat(RunIds.of("g", List.of(first, record(43, 0, null, null)), true))
                .startsWith("g:in:3:41-43:");
    }

    @Test
    void differsWithEveryPartOfARecord() {
        Set<String> ids = new HashSet<>();
        ids.add(id(record(1, 2, bytes("k"), bytes("v"))));
        ids.add(id(record(1, 3, bytes("k"), bytes("v"))));
        ids.add(id(record(1, 2, null, bytes("v"))));
        ids.add(id(record(1, 2, new byte[0], bytes("v"))));
        ids.add(id(record(1, 2, bytes("k"), null)));
        ids.add(id(record(1, 2, bytes("k"), new byte[0])));
        ids.add(id(record(1, 2, bytes("kv"), new byte[0])));
        ids.add(id(record(1, 2, bytes("k"), new byte[1])));
        ids.add(id(record(1, 2, bytes("k"), new byte[2])));
        ConsumerRecord<byte[], byte[]> header = record(1, 2, bytes("k"), bytes("v"));
        header.headers().add("h", null);
        ids.add(id(header));
        header.headers().add("h", new byte[0]);
        ids.add(id(header));
        assertThat(ids).hasSize(11);
    }

    @Test
    void differsWithEveryBitOfAValue() {
        SplittableRandom random = new SplittableRandom(1);
        for (int length : new int[] {1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 200}) {
            byte[] value = new byte[length];
            random.nextBytes(value);
            Set<String> ids = new HashSet<>();
            ids.add(id(record(1, 2, null, value)));
            for (int bit = 0; bit < 8 * length; bit++) {
                value[bit / 8] ^= (byte) (1 << bit % 8);
                ids.add(id(record(1, 2, null, value)));
                value[bit / 8] ^= (byte) (1 << bit % 8);
            }
            assertThat(ids).as("%d bytes", length).hasSize(8 * length + 1);
        }
    }

    /** Each bit of a fingerprint is one about half of the time, also for values that hardly differ. */
    @Test
    void scattersValuesThatAreAlike() {
        int rounds = 2_000;
        int[] ones = new int[128];
        for (int i = 0; i < rounds; i++) {
            String id = id(record(1, 2, null, bytes("value " + i)));
            String digits = id.substring(id.lastIndexOf(':') + 1);
            assertThat(digits).hasSize(32);
            for (int bit = 0; bit < ones.length; bit++) {
                ones[bit] += Character.digit(digits.charAt(bit / 4), 16) >> bit % 4 & 1;
            }
        }
        for (int count : ones) {
            assertThat(count).isBetween(850, 1_150);
        }
    }
}
