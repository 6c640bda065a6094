package io.streamsboot.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streamsboot.benchmarks.harness.Rounds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTests {

    @Test
    void countsAtLeastFiveRoundsUnlessToldOtherwise() {
        assertThat(Options.parse().rounds().measured()).isGreaterThanOrEqualTo(5);
        assertThat(Options.parse().contestants()).containsExactly("bare", "managed", "off", "wired", "failing");
    }

    @Test
    void readsWhatIsAsked() {
        assertThat(Options.parse("--rounds=7", "--warmup=0", "--records=10", "--only=count", "--contestants=managed"))
                .isEqualTo(new Options(new Rounds(0, 7), 10, List.of("count"), List.of("managed"), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds=many", "--quick", "--records="})
    void namesTheArgumentThatItDoesNotUnderstand(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse(argument))
                .withMessageContaining("'" + argument + "'")
                .withMessageContaining("usage:");
    }

    @Test
    void refusesContestantsThatDoNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse("--contestants=bare,mangaed"))
                .withMessageContaining("mangaed");
    }
}
