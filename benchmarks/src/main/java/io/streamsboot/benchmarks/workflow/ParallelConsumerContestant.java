package io.streamsboot.benchmarks.workflow;

import io.streamsboot.benchmarks.harness.Contestant;
import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.managed.BenchCluster;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * {@link ParallelConsumerApplication} in a JVM of its own.
 *
 * @param inFlight how many records it works on at a time
 */
record ParallelConsumerContestant(String name, BenchCluster cluster, String input, int inFlight) implements Contestant {

    private static final long PATIENCE_SECONDS = 180;

    @Override
    public Measurement round() throws Exception {
        return TopicRound.of(name, cluster, input, this::run);
    }

    private Measurement run(TopicRound round) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        classPath(),
                        ParallelConsumerApplication.class.getName(),
                        cluster.bootstrapServers(),
                        input,
                        round.output(),
                        round.group(),
                        Long.toString(round.records()),
                        Integer.toString(inFlight))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String result = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                result = line.startsWith(ParallelConsumerApplication.RESULT) ? line : result;
            }
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || result.isEmpty()) {
                throw new IllegalStateException(name + " has ended without a result");
            }
            String[] numbers = result.split(" ", 0);
            long cpu = Long.parseLong(numbers[2]);
            return new Measurement(round.records(), Long.parseLong(numbers[1]), cpu, cpu);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Its libraries, which lie beside ours, and before them on the path: what both have is taken from its own. */
    private static String classPath() throws URISyntaxException {
        Path ours = Path.of(ParallelConsumerApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return ours.resolveSibling("parallel-consumer") + "/*" + File.pathSeparator + ours;
    }
}
