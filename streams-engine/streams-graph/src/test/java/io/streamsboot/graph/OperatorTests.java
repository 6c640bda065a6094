package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.Reference.Expected;
import io.streamsboot.graph.value.Result;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator against its definition, on a hundred thousand awkward inputs. */
class OperatorTests {

    private static final List<Tick> TICKS = Tick.random(20260131, 100_000);

    static Stream<OperatorCase> operators() {
        return OperatorCase.all().stream();
    }

    @ParameterizedTest
    @MethodSource("operators")
    void saysWhatItsDefinitionSays(OperatorCase operator) {
        List<Expected> expected = Reference.of(operator.reference().get(), TICKS);

        List<Result<Object>> actual = operator.graph().results().over(TICKS).toList();

        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            if (!agrees(expected.get(i), actual.get(i))) {
                assertThat(actual.get(i))
                        .as("result %d of %s, of which %s is expected", i, operator, expected.get(i))
                        .isNull();
            }
        }
        assertThat(actual).hasSameSizeAs(expected);
        assertThat(actual.stream().filter(Result::isPresent).count())
                .as("an operator that never says anything is not tested")
                .isPositive();
    }

    private static boolean agrees(Expected expected, Result<Object> actual) {
        if (!Instant.ofEpochSecond(0, expected.nanos()).equals(actual.timestamp())) {
            return false;
        }
        Object value = actual.isPresent() ? actual.get() : actual.reason();
        if (expected.value() instanceof Double want && value instanceof Double have && expected.tolerance() > 0) {
            return want.equals(have) || Math.abs(want - have) <= expected.tolerance();
        }
        return expected.value().equals(value);
    }
}
