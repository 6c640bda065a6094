package io.streamsboot.devbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTests {

    @ParameterizedTest
    @ValueSource(
            strings = {"--node=1", "--nodes=four", "--nodes=9", "--port=-1", "--topic=orders", "--property=x", "orders"
            })
    void namesTheArgumentThatItDoesNotUnderstand(String arg) {
        assertThatThrownBy(() -> Main.builder(arg))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + arg + "'")
                .hasMessageContaining("usage:");
    }

    @Test
    void understandsWhatItsUsageSays() {
        assertThat(Main.builder(
                        "--directory=data", "--nodes=3", "--port=9092", "--topic=a:b:4", "--property=num.io.threads=2"))
                .isNotNull();
    }
}
