package io.streamsboot.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions from YAML and JSON, and what is said of those that are wrong. */
class PipelineDefinitionTests {

    private static final String GOOD = """
            name: p
            datasets:
              in: { topic: t, onBadData: rescue }
              out: { topic: u }
            stages:
              - inputs: [in]
                output: out
                steps:
                  - { op: filter, expression: "a > 1" }
                  - { op: applyExpression, column: b, expression: a + 1 }
                  - { op: rename, mapping: { a: c } }
                  - { op: drop, columns: [x] }
                  - { op: cast, column: c, to: integer }
                  - { op: explode, column: l }
                  - { op: flatten, column: o, fields: [k] }
                  - { op: select, columns: [b, c] }
            """;

    @Test
    void readsYaml() {
        PipelineDefinition definition = PipelineDefinition.read("p.yaml", GOOD);

        assertThat(definition.name()).isEqualTo("p");
        assertThat(definition.dataset("in")).isEqualTo(new Dataset("in", "t", BadData.RESCUE));
        assertThat(definition.dataset("out")).isEqualTo(Dataset.of("out", "u"));
        assertThat(definition.stages())
                .containsExactly(new Stage(
                        List.of("in"),
                        "out",
                        List.of(
                                new Step.Filter("a > 1"),
                                new Step.ApplyExpression("b", "a + 1"),
                                new Step.Rename(Map.of("a", "c")),
                                new Step.Drop(List.of("x")),
                                new Step.Cast("c", "integer"),
                                new Step.Explode("l"),
                                new Step.Flatten("o", List.of("k"), ""),
                                new Step.Select(List.of("b", "c")))));
    }

    @Test
    void readsJson() {
        String json = """
                {"name": "p", "datasets": {"in": {"topic": "t"}, "out": {"topic": null}},
                 "stages": [{"inputs": ["in"], "output": "out", "steps": []}]}
                """;

        assertThat(PipelineDefinition.read("p.json", json).dataset("out").topic())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name: p | nam: p | line 1 | a pipeline has no 'name'",
                "topic: t, | topik: t, | line 3 | unknown field 'topik'",
                "rescue | rescu | line 3 | dead-letter, fail, drop, rescue",
                "op: filter, | op: filtre, | line 9 | there is no step 'filtre'",
                "op: filter, | op: lag, | line 9 | Use one of: select",
                "a > 1 | a > | line 9 | unexpected the end",
                "a > 1 | 1 && a | line 9 | needs a boolean",
                "columns: [x] | column: x | line 12 | a step has no 'columns'",
                "columns: [x] | columns: x | line 12 | 'columns' must be a list",
                "columns: [x] | columns: [] | line 12 | 'columns' is empty",
                "columns: [x] | columns: [[x]] | line 12 | must be a text",
                "columns: [x] | columns: [x], more: 1 | line 12 | unknown field 'more'",
                "to: integer | to: int | line 13 | Use one of: boolean, decimal",
                "output: out | output: no | p.yaml, line 6: | there is no dataset 'no'",
                "inputs: [in] | inputs: [out] | p.yaml, line 6: | run in a circle",
                "inputs: [in] | inputs: [in, in] | p.yaml, line 6: | reads a dataset twice",
                "topic: t, | | p.yaml, line 6: | nothing fills the dataset 'in'",
                "name: p | name: 'p q' | p.yaml, line 1: | The name of a pipeline is 'p q'",
                "name: p | name: '${jndi:ldap://x}' | p.yaml, line 1: | The name of a pipeline",
                "in: { | ../in: { | p.yaml, line 3: | The name of a dataset is '../in'",
                "name: p | name: [p | line | not well-formed",
                "name: p | name: !!javax.script.ScriptEngineManager [p] | line 1 | tag is not allowed",
                "name: p | name: p# | line | ",
            })
    void saysWhatIsWrongAndWhere(String right, String wrong, String where, String what) {
        String text = GOOD.replaceFirst(
                java.util.regex.Pattern.quote(right),
                wrong == null ? "" : java.util.regex.Matcher.quoteReplacement(wrong));
        if (wrong != null && wrong.endsWith("#")) {
            text = GOOD + "name: q\n";
        }
        String definition = text;
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> PipelineDefinition.read("p.yaml", definition))
                .withMessageContaining("p.yaml")
                .withMessageContaining(where)
                .withMessageContaining(what == null ? "is there twice" : what)
                .satisfies(e -> assertThat(e.action()).isNotBlank());
    }

    @Test
    @Timeout(20)
    void hostileDefinitionsEndQuickly() {
        StringBuilder bomb = new StringBuilder("a: &a [x, x]\n");
        for (char c = 'b'; c < 'm'; c++) {
            bomb.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [*")
                    .append((char) (c - 1))
                    .append(", *")
                    .append((char) (c - 1));
            bomb.append("]\n");
        }
        assertRefused(bomb.toString(), "aliases");
        assertRefused("a: &a [*a]\n", "aliases");
        assertRefused("[".repeat(100_000), "");
        assertRefused("a: ".repeat(50_000), "");
        assertRefused("x".repeat(2_000_000), "longer than");
        assertRefused("", "is empty");
        assertRefused("- a\n- b\n", "must be an object");
        assertRefused("--- a\n--- b\n", "");
        assertRefused("\u0000", "");
    }

    private static void assertRefused(String text, String what) {
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> PipelineDefinition.read("p.yaml", text))
                .withMessageContaining(what);
    }
}
