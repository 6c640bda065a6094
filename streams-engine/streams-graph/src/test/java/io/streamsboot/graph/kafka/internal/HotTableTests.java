package io.streamsboot.graph.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.internal.Feeder;
import io.streamsboot.graph.internal.GraphImpl;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Against a map. */
class HotTableTests {

    private static final int KEYS = 500;

    private final Feeder<Double, Double> feeder = ((GraphImpl<Double, Double>)
                    Graph.<Double, Double>define(Double.class, g -> g.number(Double::doubleValue)))
            .feeder(OutOfOrder.error());

    /** A key of which all have the same hash. */
    private record Same(int number) {

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static Stream<Arguments> identities() {
        return Stream.of(
                Arguments.of("texts", (IntFunction<Object>) i -> "key " + i),
                Arguments.of("bytes", (IntFunction<Object>)
                        i -> ByteBuffer.allocate(5).putInt(i).array()),
                Arguments.of("the same hash", (IntFunction<Object>) Same::new));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("identities")
    void findsWhatAMapFinds(String name, IntFunction<Object> identity) {
        var random = new Random(5);
        var table = new HotTable<Integer, Double>();
        Map<Integer, HotKey<Integer, Double>> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int number = random.nextInt(KEYS);
            HotKey<Integer, Double> found = table.get(identity.apply(number));
            assertThat(found).isSameAs(expected.get(number));
            if (found == null) {
                var key = new HotKey<>(number, identity.apply(number), feeder);
                table.add(key);
                expected.put(number, key);
            } else if (random.nextInt(3) == 0) {
                table.remove(found);
                expected.remove(number);
            }
            assertThat(table.size()).isEqualTo(expected.size());
        }

        table.clear();

        assertThat(table.size()).isZero();
        expected.keySet()
                .forEach(number -> assertThat(table.get(identity.apply(number))).isNull());
    }
}
