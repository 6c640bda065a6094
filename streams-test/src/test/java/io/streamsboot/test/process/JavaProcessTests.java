package io.streamsboot.test.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(ProcessExtension.class)
class JavaProcessTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void passesOnWhatItIsGiven(Processes processes) {
        JavaProcess echo = processes
                .java(Echo.class)
                .args("one", "two")
                .systemProperty("echo.property", "p")
                .environment("ECHO_VARIABLE", "v")
                .heap(64)
                .readyWhenLine("^ready")
                .start(SOON);

        assertThat(echo.output()).contains("args one,two", "property p", "variable v", "ready now");
        assertThat(echo.output())
                .filteredOn(line -> line.startsWith("heap "))
                .singleElement()
                .satisfies(
                        line -> assertThat(Integer.parseInt(line.substring(5))).isLessThanOrEqualTo(64));
        assertThat(echo.awaitLine(line -> line.equals("count 5"), SOON)).isEqualTo("count 5");
    }

    @Test
    void killsAndRestarts(Processes processes) {
        JavaProcess echo = processes.java(Echo.class).readyWhenLine("^ready").start(SOON);
        long first = echo.pid();

        echo.kill();

        assertThat(echo.isAlive()).isFalse();
        assertThat(echo.exitCode()).isEqualTo(128 + 9);
        assertThat(echo.output()).doesNotContain("ended in order");
        echo.restart();
        assertThat(echo.isAlive()).isTrue();
        assertThat(echo.pid()).isNotEqualTo(first);
        assertThat(echo.output()).containsOnlyOnce("ready now");
    }

    @Test
    void pausesAndResumes(Processes processes) {
        JavaProcess echo = processes.java(Echo.class).readyWhenLine("^ready").start(SOON);

        echo.pause();

        assertThat(echo.isAlive()).isTrue();
        // What was printed before the pause may still be in the pipe: stopped means that a while brings nothing.
        Awaitility.await().during(Duration.ofMillis(200)).atMost(SOON).until(unchanged(echo));
        int lines = echo.output().size();
        echo.resume();
        Awaitility.await().atMost(SOON).until(() -> echo.output().size() > lines);
    }

    @Test
    void terminatesInOrder(Processes processes) {
        JavaProcess echo = processes.java(Echo.class).readyWhenLine("^ready").start(SOON);

        assertThat(echo.terminate(SOON)).isEqualTo(128 + 15);

        assertThat(echo.output()).contains("ended in order");
    }

    @Test
    void saysWhatAProcessPrintedThatDiedBeforeItWasReady(Processes processes) {
        JavaProcess.Builder dying = processes.java(Echo.class).args("exit=7").readyWhenLine("^ready");

        assertThatThrownBy(() -> dying.start(SOON))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("exit code 7")
                .hasMessageContaining("leaving early");
    }

    @Test
    void killsAProcessThatIsNotReadyInTime(Processes processes) {
        JavaProcess.Builder late = processes.java(Echo.class).readyWhenLine("^never");

        assertThatThrownBy(() -> late.start(Duration.ofMillis(500)))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("was not ready within 500 ms");
    }

    @Test
    void saysWhatWasPrintedInsteadOfAnAwaitedLine(Processes processes) {
        JavaProcess echo = processes.java(Echo.class).args("exit=0").start(SOON);

        assertThat(echo.awaitExit(SOON)).isZero();
        assertThatThrownBy(() -> echo.awaitLine("never"::equals, SOON))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("leaving early");
        assertThatThrownBy(echo::pause)
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("exit code 0");
    }

    @Test
    void closesEvenAPausedProcess() {
        JavaProcess paused;
        JavaProcess second;
        try (Processes processes = new Processes()) {
            paused = processes.java(Echo.class).readyWhenLine("^ready").start(SOON);
            second = processes.java(Echo.class).start(SOON);
            paused.pause();
        }

        assertThat(paused.isAlive()).isFalse();
        assertThat(second.isAlive()).isFalse();
    }

    @Test
    void startsAJar(Processes processes, @TempDir Path temp) throws Exception {
        Path jar = temp.resolve("echo.jar");
        String entry = Echo.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Echo.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                java.io.InputStream code = Echo.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            assertThat(code).isNotNull();
            code.transferTo(out);
        }

        JavaProcess echo = processes
                .java()
                .jar(jar)
                .args("from-jar")
                .readyWhenLine("^ready")
                .start(SOON);

        assertThat(echo.output()).contains("args from-jar");
    }

    @Test
    void needsEitherAMainClassOrAJar() {
        assertThatThrownBy(() -> JavaProcess.builder().start(SOON))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("either a main class or a jar");
    }

    private static java.util.concurrent.Callable<Boolean> unchanged(JavaProcess process) {
        Map<String, Integer> last = new java.util.concurrent.ConcurrentHashMap<>();
        return () -> {
            int now = process.output().size();
            Integer before = last.put("lines", now);
            return before != null && before == now;
        };
    }
}
