package io.streamsboot.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A module with classes: where it lies in the reactor, and its package below the root package. A new module is one more
 * constant here and one more dependency in this module's pom.
 */
enum HouseModule {
    CORE("streams-engine/streams-core", "core"),
    TOPOLOGY("streams-engine/streams-topology", "topology"),
    GRAPH("streams-engine/streams-graph", "graph"),
    WORKFLOW("streams-engine/streams-workflow", "workflow"),
    PIPELINE("streams-engine/streams-pipeline", "pipeline"),
    DEV_BROKER("streams-dev-broker", "devbroker"),
    TEST("streams-test", "test"),
    AUTOCONFIGURE("streams-spring-boot-autoconfigure", "boot"),
    FLIGHT_BOARD("sample-apps/flight-board", "samples.flightboard"),
    BENCHMARKS("benchmarks", "benchmarks");

    /** The root package of all modules. */
    static final String ROOT = "io.streamsboot";

    private static final Path REACTOR = Path.of(System.getProperty("streamsboot.root", ".."))
            .toAbsolutePath()
            .normalize();

    private final String path;
    private final String packageName;

    HouseModule(String path, String packageName) {
        this.path = path;
        this.packageName = packageName;
    }

    /** Path below the root of the reactor, with forward slashes, as the root pom names it. */
    String path() {
        return path;
    }

    /** Package of this module below a root package: the house's own, or that of a fixture. */
    String packageIn(String root) {
        return root + "." + packageName;
    }

    /** Whether main code is written here; false for a module that is yet to come. */
    boolean hasSources() {
        return hasSources(REACTOR.resolve(path));
    }

    /** Those of all classes that the build wrote for this module. */
    List<JavaClass> classesAmong(JavaClasses all) {
        URI directory = REACTOR.resolve(path).resolve("target/classes").toUri();
        return all.stream()
                .filter(type -> type.getSource()
                        .filter(source -> source.getUri().toString().startsWith(directory.toString()))
                        .isPresent())
                .toList();
    }

    /** The production classes of all modules. Their class files are read where the build wrote them, packaged or not. */
    static JavaClasses allClasses() {
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/jmh_generated/"))
                .importPaths(Arrays.stream(values())
                        .map(module -> REACTOR.resolve(module.path).resolve("target/classes"))
                        .filter(Files::isDirectory)
                        .toList());
    }

    /** The modules of the root pom that hold main code, by path. */
    static List<String> modulesOfTheReactorWithSources() {
        return read(REACTOR.resolve("pom.xml"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("<module>"))
                .map(line -> line.substring("<module>".length(), line.indexOf("</module>")))
                .filter(path -> hasSources(REACTOR.resolve(path)))
                .toList();
    }

    private static boolean hasSources(Path module) {
        Path sources = module.resolve("src/main/java");
        if (!Files.isDirectory(sources)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.endsWith(".java") && !name.equals("package-info.java"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sources below " + sources, e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.toAbsolutePath(), e);
        }
    }
}
