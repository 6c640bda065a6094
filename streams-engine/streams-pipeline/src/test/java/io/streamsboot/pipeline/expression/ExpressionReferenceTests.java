package io.streamsboot.pipeline.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.library.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guide says what is so: its list of functions is the library's, and its examples have the values that it names. Run with
 * {@code -Dpipeline.expression.write-reference=true} to write the list after a change.
 */
class ExpressionReferenceTests {

    private static final Path GUIDE = Path.of("../../docs/expressions.md");
    private static final String BEGIN = "<!-- functions -->\n";
    private static final String END = "<!-- /functions -->\n";

    private final ExpressionCompiler compiler = new ExpressionCompiler();

    static List<Builtin> functions() {
        return Library.groups().values().stream().flatMap(List::stream).toList();
    }

    static List<String> examplesOfTheGuide() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("```expressions\n") + "```expressions\n".length();
        return guide.substring(from, guide.indexOf("```", from)).lines().toList();
    }

    @Test
    void theGuideListsTheFunctions() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf(BEGIN) + BEGIN.length();
        int to = guide.indexOf(END);
        if (Boolean.getBoolean("pipeline.expression.write-reference")) {
            Files.writeString(GUIDE, guide.substring(0, from) + reference() + guide.substring(to));
        } else {
            assertThat(guide.substring(from, to)).isEqualTo(reference());
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void theExampleOfAFunctionHasItsValue(Builtin function) {
        assertThat(function.example()).contains(function.spec().name() + "(");
        assertSame(function.example(), function.result());
        assertThat(function.spec().description()).endsWith(".");
    }

    @ParameterizedTest
    @MethodSource("examplesOfTheGuide")
    void anExampleOfTheGuideHasItsValue(String line) {
        if (line.contains(" ! ")) {
            String[] parts = line.split(" ! ", -1);
            EvaluationException failure = catchThrowableOfType(
                    EvaluationException.class,
                    () -> compiler.compile(parts[0].strip()).evaluate(Map.of()));
            assertThat(failure.reason()).hasToString(parts[1].strip());
        } else {
            int at = line.lastIndexOf(" = ");
            assertSame(line.substring(0, at).strip(), line.substring(at + 3).strip());
        }
    }

    private void assertSame(String source, String expected) {
        Object value = compiler.compile(source).evaluate(Map.of());
        Object wanted = compiler.compile(expected).evaluate(Map.of());
        assertThat(ValueKind.of(value)).as(source).isEqualTo(ValueKind.of(wanted));
        assertThat(compiler.compile("(" + source + ") == (" + expected + ")").evaluate(Map.of()))
                .as("%s = %s, but is %s", source, expected, value)
                .isEqualTo(true);
    }

    private static String reference() {
        StringBuilder out = new StringBuilder();
        Library.groups().forEach((group, functions) -> {
            out.append("\n### ").append(group).append("\n\n| function | what it gives | example |\n|---|---|---|\n");
            functions.forEach(function -> out.append("| ")
                    .append(Stream.of(
                                    code(function.spec().signature()),
                                    function.spec().description(),
                                    code(function.example()) + " = " + code(function.result()))
                            .map(cell -> cell.replace("|", "\\|"))
                            .reduce((a, b) -> a + " | " + b)
                            .orElseThrow())
                    .append(" |\n"));
        });
        return out.append('\n').toString();
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
