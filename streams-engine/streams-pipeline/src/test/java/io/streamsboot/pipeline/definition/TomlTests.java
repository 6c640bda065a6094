package io.streamsboot.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions in TOML are those in YAML, and errors know their line. */
class TomlTests {

    private static final String TOML = """
            name = "late"
            [datasets.flights]
            topic = "flights"
            onBadData = "drop"
            [datasets.board]
            topic = "late-flights"

            [[stages]]
            inputs = ["flights"]
            output = "board"
            [[stages.steps]]
            op = "filter"
            expression = "delay >= 15"
            [[stages.steps]]
            op = "rename"
            mapping = { delay = "late", "two words" = "words" }
            [[stages.steps]]
            op = "select"
            columns = [
              "late",
              "words",
            ]
            """;

    private static final String YAML = """
            name: late
            datasets:
              flights: { topic: flights, onBadData: drop }
              board: { topic: late-flights }
            stages:
              - inputs: [flights]
                output: board
                steps:
                  - { op: filter, expression: "delay >= 15" }
                  - { op: rename, mapping: { delay: late, "two words": words } }
                  - { op: select, columns: [late, words] }
            """;

    @Test
    void readsTheSameAsFromYaml() {
        PipelineDefinition toml = PipelineDefinition.read("late.toml", TOML);
        PipelineDefinition yaml = PipelineDefinition.read("late.yaml", YAML);

        assertThat(toml.name()).isEqualTo(yaml.name());
        assertThat(toml.stages()).isEqualTo(yaml.stages());
        assertThat(toml.datasets()).containsExactlyInAnyOrderElementsOf(yaml.datasets());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name = \"late\" | nam = \"late\" | line 1 | has no 'name'",
                "onBadData = \"drop\" | onBadData = \"dorp\" | line 2 | Use one of: dead-letter",
                "topic = \"late-flights\" | topik = \"late-flights\" | line 6 | unknown field 'topik'",
                "op = \"filter\" | op = \"filtre\" | line 11 | there is no step 'filtre'",
                "delay >= 15 | delay >= | line 13 | unexpected the end",
                "\"words\", | [\"words\"], | line 21 | must be a text",
                "output = \"board\" | output = | line 10 | not well-formed",
                "output = \"board\" | output = \"a\" \"b\" | line 10 | not well-formed",
                "op = \"rename\" | op = 1979-05-27T07:32:00Z | line 14 | there is no step",
                "topic = \"flights\" | topic = [1, 2] | line 3 | must be a text",
            })
    void saysWhatIsWrongAndWhere(String right, String wrong, String where, String what) {
        String text = TOML.replace(right, wrong);
        assertThat(text).isNotEqualTo(TOML);
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> PipelineDefinition.read("late.toml", text))
                .withMessageContaining("late.toml, " + where + ":")
                .withMessageContaining(what);
    }

    @Test
    @Timeout(30)
    void hostileTextEndsQuickly() {
        assertRefused("a = " + "[".repeat(100_000), "nested too deeply");
        assertRefused("a = " + "{b=".repeat(100_000), "nested too deeply");
        assertRefused("a" + ".a".repeat(20_000) + " = 1", "");
        assertRefused("a = \"" + "x".repeat(2_000_000), "longer than");
        assertRefused("\u0000", "");
        assertRefused("", "has no 'name'");
        assertRefused("a = 1\na = 2\n", "not well-formed");
    }

    private static void assertRefused(String text, String what) {
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> PipelineDefinition.read("p.toml", text))
                .withMessageContaining("p.toml")
                .withMessageContaining(what);
    }
}
