package io.streamsboot.boot.autoconfigure.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.boot.autoconfigure.Analyses;
import io.streamsboot.boot.autoconfigure.Contexts;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.pipeline.program.ContainerEngine;
import io.streamsboot.pipeline.program.ProgramOptions;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Which programs pipelines may run. */
class PipelineProgramsTests {

    /** {@code (module (memory 1) (func (export "_start")))}. */
    private static final byte[] MODULE = HexFormat.of()
            .parseHex("0061736d01000000010401600000030201000503010001070a01065f737461727400000a040102000b");

    private final ApplicationContextRunner runner =
            Contexts.runner().withConfiguration(AutoConfigurations.of(PipelineAutoConfiguration.class));

    @TempDir
    Path directory;

    private ApplicationContextRunner step(String step) {
        return runner.withPropertyValues(
                "streams.pipelines.definitions.p={name: p, datasets: {a: {topic: a}, b: {topic: b}},"
                        + " stages: [{inputs: [a], output: b, steps: [" + step + "]}]}");
    }

    private String location() {
        return "streams.pipelines.programs.location=file:" + directory;
    }

    @Test
    void modulesOfTheClassPathNeedNoProperty() throws IOException {
        Files.write(Files.createDirectory(directory.resolve("programs")).resolve("m.wasm"), MODULE);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            step("{op: wasm, ref: m}")
                    .withClassLoader(loader)
                    .run(context -> assertThat(context.getBean(Pipelines.class)
                                    .find("p")
                                    .pipeline()
                                    .explain())
                            .contains("asks wasm m"));
        }
        step("{op: wasm, ref: m}")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("there is no 'm.wasm' in classpath:programs/"));
    }

    @Test
    void processesAndContainersAreOffAndTheRefusalNamesTheProperty() throws IOException {
        executable("run");
        Files.writeString(directory.resolve("run.image"), "team/run:1\n");
        step("{op: process, ref: run}").withPropertyValues(location()).run(context -> {
            assertThat(analysis(context).getDescription()).contains("processes are not allowed");
            assertThat(analysis(context).getAction()).contains("'streams.pipelines.programs.process.enabled'");
        });
        step("{op: container, ref: run}").withPropertyValues(location()).run(context -> {
            assertThat(analysis(context).getDescription()).contains("containers are not allowed");
            assertThat(analysis(context).getAction()).contains("'streams.pipelines.programs.container.enabled'");
        });
        step("{op: process, ref: run}, {op: container, ref: run}")
                .withPropertyValues(
                        location(),
                        "streams.pipelines.programs.process.enabled=true",
                        "streams.pipelines.programs.container.enabled=true",
                        "streams.pipelines.programs.container.engine=podman",
                        "streams.pipelines.programs.container.options=--network=none,--memory=256m")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(ProgramOptions.class).containers())
                            .isEqualTo(new ContainerEngine("podman", List.of("--network=none", "--memory=256m")));
                });
    }

    @Test
    void whatLiesInTheClassPathIsNotExecuted() {
        step("{op: process, ref: run}")
                .withPropertyValues("streams.pipelines.programs.process.enabled=true")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("cannot be executed")
                        .contains("'streams.pipelines.programs.location'"));
    }

    @Test
    void limitsAreProperties() {
        runner.withPropertyValues(
                        "streams.pipelines.programs.timeout=1s",
                        "streams.pipelines.programs.start-timeout=2s",
                        "streams.pipelines.programs.max-memory=1MB",
                        "streams.pipelines.programs.max-steps=1000",
                        "streams.pipelines.programs.max-output=2KB")
                .run(context -> {
                    var limits = context.getBean(ProgramOptions.class).limits();
                    assertThat(limits.timeout()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(limits.startTimeout()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(limits.memory()).isEqualTo(1 << 20);
                    assertThat(limits.steps()).isEqualTo(1_000);
                    assertThat(limits.output()).isEqualTo(2_048);
                });
        for (String wrong : new String[] {"timeout=0s", "max-memory=1KB", "max-steps=0", "max-output=1TB"}) {
            runner.withPropertyValues("streams.pipelines.programs." + wrong)
                    .run(context -> assertThat(analysis(context).getDescription())
                            .as(wrong)
                            .contains("'streams.pipelines.programs'"));
        }
        runner.withPropertyValues("streams.pipelines.programs.location= ")
                .run(context -> assertThat(analysis(context).getDescription()).contains("location' is blank"));
    }

    private void executable(String name) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static FailureAnalysis analysis(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        assertThat(failure).isNotNull();
        return Analyses.of(failure);
    }
}
