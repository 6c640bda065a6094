package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.JournalScope;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Keys of one partition. Their hash tag keeps them on one server of a cluster. Chunks lie in buckets by their
 * number, so that no key grows without end.
 *
 * @param base what they begin with
 */
record Keys(String base) {

    static Keys of(String prefix, JournalScope scope) {
        return new Keys(prefix + "{" + encoded(scope.group()) + ":" + encoded(scope.workflow()) + ":"
                + encoded(scope.partition().topic()) + ":" + scope.partition().partition() + "}:");
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    byte[] lease() {
        return bytes(base + "lease");
    }

    /** The set of the buckets that there are. */
    byte[] buckets() {
        return bytes(base + "buckets");
    }

    /** Of each chunk of a bucket its index. */
    byte[] index(long bucket) {
        return bytes(base + "index:" + bucket);
    }

    /** Of each chunk of a bucket its entries. */
    byte[] chunks(long bucket) {
        return bytes(base + "chunks:" + bucket);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
