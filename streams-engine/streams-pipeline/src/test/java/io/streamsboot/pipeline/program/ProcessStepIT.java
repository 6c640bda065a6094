package io.streamsboot.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of the machine, as scripts of a shell; containers by a stand-in for the client of Docker. */
@DisabledOnOs(OS.WINDOWS)
class ProcessStepIT {

    private static final String STEP = "{ op: process, ref: subject, args: ['$(reboot)', 'a b'] }";
    private static final String SUBJECT = """
            #!/bin/sh
            count=0
            while IFS= read -r line; do
              count=$((count + 1))
              case "$line" in
                *twice*) echo "[$line,$line]" ;;
                *count*) echo "[{\\"rows\\":$count}]" ;;
                *look*) echo "[{\\"first\\":\\"$1\\",\\"second\\":\\"$2\\",\\"sees\\":\\"$(env | cut -d= -f1 | tr '\\n' ' ')\\"}]" ;;
                *error*) echo '{"error":"not good"}' ;;
                *garbage*) echo "garbage" ;;
                *two*) echo "[]"; echo "[]"; echo "[]" ;;
                *exit*) exit 3 ;;
                *hang*) sleep 1000 & echo $! > sleeper; wait ;;
                *flood*) while :; do printf '[[[[[[[[[[[[[[[[[[[[[[[['; done ;;
                *complain*) echo "oh" >&2; echo "[$line]" ;;
                *) echo "[$line]" ;;
              esac
            done
            echo bye > ended
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void programs() throws IOException {
        write("subject", SUBJECT);
    }

    private void write(String name, String script) throws IOException {
        Path file = Files.writeString(directory.resolve(name), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private ProgramOptions options() {
        return ProgramOptions.wasm(new ProgramDirectory(directory))
                .withProcesses()
                .withLimits(new ProgramLimits(Duration.ofSeconds(2), Duration.ofSeconds(20), 1 << 16, 1, 10_000));
    }

    private PipelineTester tester() {
        return PipelineTester.of(Subject.pipeline(options(), "dead-letter", STEP));
    }

    private static String does(String what) {
        return "{\"do\":\"" + what + "\"}";
    }

    @Test
    void answersAndEndsWithItsInput() {
        try (PipelineTester tester = tester()) {
            tester.pipe("in", does("twice"), does("complain"), "{\"a\":\n1}", does("error"), does("count"));
            assertThat(tester.rows("out"))
                    .containsExactly(does("twice"), does("twice"), does("complain"), "{\"a\": 1}", "{\"rows\":5}");
            assertThat(tester.failures())
                    .singleElement()
                    .satisfies(failure ->
                            assertThat(failure.reason()).isEqualTo("step 1 (process) of the stage of 'out': not good"));
        }
        assertThat(directory.resolve("ended")).exists();
    }

    @Test
    void noShellSeesItsArgumentsAndItSeesOnlyWhatItNeedsOfTheEnvironment() {
        Set<String> allowed = Set.of(
                "PATH",
                "HOME",
                "USER",
                "LANG",
                "LC_ALL",
                "TZ",
                "TMPDIR",
                "TEMP",
                "SYSTEMROOT",
                "PWD",
                "OLDPWD",
                "SHLVL",
                "_");
        assertThat(allowed.containsAll(System.getenv().keySet())).isFalse();
        try (PipelineTester tester = tester()) {
            tester.pipe("in", does("look"));
            String row = tester.rows("out").get(0);
            assertThat(row).startsWith("{\"first\":\"$(reboot)\",\"second\":\"a b\",\"sees\":\"");
            assertThat(row.replaceAll(".*\"sees\":\"(.*) \"}", "$1").split(" ")).isSubsetOf(allowed);
        }
    }

    /** Whatever a row does to its program, the next row finds one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            garbage | its answer is neither a list of rows
            exit    | it ended with exit code 3
            hang    | it did not answer within 2000 ms
            flood   | it wrote more than 10000 bytes
            """)
    void aRowThatBreaksTheProgramIsBadDataAndTheProgramIsStartedAgain(String what, String says) {
        try (PipelineTester tester = tester()) {
            tester.pipe("in", does("count"), does(what), does("count"), does("count"));
            assertThat(tester.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.row()).isEqualTo(does(what));
                assertThat(failure.reason()).contains(says);
            });
            assertThat(tester.rows("out")).containsExactly("{\"rows\":1}", "{\"rows\":1}", "{\"rows\":2}");
        }
    }

    /** Killing the program alone would leave what it has started. */
    @Test
    void whatAProgramHasStartedEndsWithIt() throws IOException {
        try (PipelineTester tester = tester()) {
            tester.pipe("in", does("count"), does("hang"));
            assertThat(tester.failures()).hasSize(1);
        }
        long sleeper =
                Long.parseLong(Files.readString(directory.resolve("sleeper")).strip());
        Awaitility.await()
                .until(() ->
                        ProcessHandle.of(sleeper).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** The answers to a row that follows would be those of another. */
    @Test
    void whatNobodyAskedForIsNotTakenForAnAnswer() {
        try (PipelineTester tester = tester()) {
            tester.pipe("in", does("two"));
            Awaitility.await().until(() -> {
                tester.pipe("in", does("count"));
                return !tester.failures().isEmpty();
            });
            assertThat(tester.failures().get(0).reason()).endsWith("it wrote something before it was asked");
            assertThat(tester.rows("out")).isSubsetOf("{\"rows\":1}", "{\"rows\":2}");
        }
    }

    @Test
    void aProgramThatCannotBeStartedIsNoFaultOfTheRow() throws IOException {
        write("broken", "#!/no/such/interpreter\n");
        try (PipelineTester tester =
                PipelineTester.of(Subject.pipeline(options(), "drop", "{ op: process, ref: broken }"))) {
            tester.pipe("in", does("count"));
            assertThat(tester.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.reason()).contains("it cannot be started"));
        }
    }

    @Test
    void linksOutOfTheDirectoryAndFilesThatCannotBeExecutedAreRefused() throws IOException {
        Files.createSymbolicLink(directory.resolve("shell"), Path.of("/bin/sh"));
        Files.createSymbolicLink(directory.resolve("alias"), Path.of("subject"));
        Files.writeString(directory.resolve("text"), "no program");
        Files.createDirectory(directory.resolve("folder"));
        assertThat(refusal("shell")).contains("is a link that leads out");
        assertThat(refusal("text")).contains("is not executable");
        assertThat(refusal("folder")).contains("is not a file");
        try (PipelineTester tester =
                PipelineTester.of(Subject.pipeline(options(), "drop", "{ op: process, ref: alias }"))) {
            tester.pipe("in", does("count"));
            assertThat(tester.rows("out")).hasSize(1);
        }
    }

    private String refusal(String ref) {
        PipelineException e = catchThrowableOfType(
                PipelineException.class,
                () -> Subject.pipeline(options(), "drop", "{ op: process, ref: " + ref + " }"));
        return String.valueOf(e.getMessage());
    }

    /** Arguments of the stand-in are written down; its container is the script of the processes. */
    @Test
    void aContainerIsRunAndKilled() throws IOException {
        write("engine", """
                #!/bin/sh
                cd %1$s
                echo "$@" >> engine.log
                [ "$1" = run ] && exec ./subject
                """.formatted(directory));
        Files.writeString(directory.resolve("enrich.image"), "registry/team/enrich:1.2\n");
        Files.writeString(directory.resolve("option.image"), "--privileged\n");
        ProgramOptions containers = options()
                .withContainers(new ContainerEngine(directory.resolve("engine").toString(), List.of("--network=none")));
        try (PipelineTester tester = PipelineTester.of(
                Subject.pipeline(containers, "dead-letter", "{ op: container, ref: enrich, args: [--fast] }"))) {
            tester.pipe("in", does("count"), does("hang"), does("count"));
            assertThat(tester.rows("out")).containsExactly("{\"rows\":1}", "{\"rows\":1}");
            assertThat(tester.failures()).hasSize(1);
        }
        Awaitility.await()
                .until(() -> Files.readAllLines(directory.resolve("engine.log")).size() == 3);
        List<String> log = Files.readAllLines(directory.resolve("engine.log"));
        String run =
                log.stream().filter(line -> line.startsWith("run ")).findFirst().orElseThrow();
        assertThat(run)
                .matches(
                        "run -i --rm --name streams-enrich-[0-9a-f-]{36} --network=none registry/team/enrich:1\\.2 --fast");
        assertThat(log).contains("kill " + run.split(" ")[4]);
        PipelineException e = catchThrowableOfType(
                PipelineException.class, () -> Subject.pipeline(containers, "drop", "{ op: container, ref: option }"));
        assertThat(e.getMessage()).contains("does not hold the name of an image");
    }
}
