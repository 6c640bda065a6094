package io.streamsboot.benchmarks.queries;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the application. Ends when it is closed, or when this JVM does. */
final class LookupProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final int port;

    private LookupProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static LookupProcess start(String bootstrapServers, Path state) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-cp",
                System.getProperty("java.class.path"),
                LookupApplication.class.getName(),
                "--spring.application.name=lookups",
                "--spring.main.banner-mode=off",
                "--spring.kafka.bootstrap-servers=" + bootstrapServers,
                "--server.port=0",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--streams.queries.server.host=localhost",
                "--streams.state-directory=" + state,
                "--streams.commit-interval=100ms",
                "--streams.properties[auto.offset.reset]=earliest",
                "--logging.level.root=warn",
                "--management.endpoints.web.exposure.include=streamsstores"));
        command.addAll(List.of(System.getProperty("lookups.args", "").split(" ", 0)).stream()
                .filter(argument -> !argument.isBlank())
                .toList());
        String jvm = System.getProperty("lookups.jvm", "");
        if (!jvm.isBlank()) {
            command.add(1, jvm);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture<Integer> ready = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(process, ready), "lookups-output");
        reader.setDaemon(true);
        reader.start();
        try {
            return new LookupProcess(process, ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static void read(Process process, CompletableFuture<Integer> ready) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(LookupApplication.READY)) {
                    ready.complete(Integer.valueOf(
                            line.substring(LookupApplication.READY.length()).trim()));
                } else {
                    System.err.println(line);
                }
            }
            ready.completeExceptionally(new IllegalStateException("the application has ended"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    int port() {
        return port;
    }

    /** Processor time that the process has used so far, its compiler's included. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
