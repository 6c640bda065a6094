package io.streamsboot.topology.query.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.StoreQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageTests {

    private static final QueryRequest ALL = QueryRequest.of("t", "s", StoreQuery.all());

    private static QueryEntry entry(byte[] key, int partition) {
        return new QueryEntry(Arrays.toString(key), "v", null, null, null, partition, key, null);
    }

    @Test
    void pagesAreTheSortedListWhateverTheOrderOfOffers() {
        Random random = new Random(7);
        List<QueryEntry> entries = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            byte[] key = new byte[random.nextInt(4)];
            random.nextBytes(key);
            entries.add(entry(key, i));
        }
        List<QueryEntry> expected = new ArrayList<>(entries);
        expected.sort((a, b) -> SortKey.of(ALL.query(), a).compareTo(SortKey.of(ALL.query(), b)));
        List<QueryEntry> read = new ArrayList<>();
        String cursor = null;
        do {
            Page page = new Page(ALL.page(17, cursor), false);
            entries.forEach(page::offer);
            assertThat(page.entries().size()).isLessThanOrEqualTo(17);
            read.addAll(page.entries());
            cursor = page.next();
        } while (cursor != null);
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void aSortedSourceIsToldWhenItsRestIsNotWanted() {
        Page page = new Page(ALL.page(2, null), false);
        assertThat(page.offer(entry(new byte[] {1}, 0))).isTrue();
        assertThat(page.offer(entry(new byte[] {2}, 0))).isTrue();
        assertThat(page.offer(entry(new byte[] {3}, 0))).isTrue();
        assertThat(page.offer(entry(new byte[] {4}, 0))).isFalse();
        assertThat(page.entries()).hasSize(2);
        assertThat(page.next()).isNotNull();
    }

    @Test
    void whatASourceHoldsBackIsOnTheNextPage() {
        Page page = new Page(ALL.page(2, null), false);
        page.offer(entry(new byte[] {1}, 0));
        page.offer(entry(new byte[] {2}, 0));
        assertThat(page.next()).isNull();
        page.more();
        assertThat(page.next()).isNotNull();
    }

    @Test
    void aCursorOfAnotherQuestionIsRefused() {
        Page page = new Page(ALL.page(1, null), false);
        page.offer(entry(new byte[] {1}, 0));
        page.offer(entry(new byte[] {2}, 0));
        String cursor = page.next();
        QueryRequest other = QueryRequest.of("t", "other", StoreQuery.all()).page(1, cursor);
        for (QueryRequest wrong : List.of(other, ALL.page(1, "AA"), ALL.page(1, "%%"), ALL.page(1, ""))) {
            assertThatExceptionOfType(Unanswered.class)
                    .isThrownBy(() -> new Page(wrong, false))
                    .satisfies(e -> assertThat(e.result()).isInstanceOf(Invalid.class));
        }
    }
}
