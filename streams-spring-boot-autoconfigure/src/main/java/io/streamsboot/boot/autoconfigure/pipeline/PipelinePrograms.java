package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.boot.autoconfigure.StreamsConfigurationException;
import io.streamsboot.pipeline.program.ContainerEngine;
import io.streamsboot.pipeline.program.ProgramDirectory;
import io.streamsboot.pipeline.program.ProgramLimits;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.pipeline.program.ProgramSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Which programs pipelines may run, by properties. */
final class PipelinePrograms {

    private static final String KEY = PipelinesProperties.PREFIX + ".programs";
    private static final String DEFAULT_LOCATION = "classpath:programs/";

    private PipelinePrograms() {}

    static ProgramOptions options(PipelineProgramProperties properties, ResourceLoader loader) {
        try {
            ProgramLimits limits = new ProgramLimits(
                    properties.getTimeout(),
                    properties.getStartTimeout(),
                    properties.getMaxMemory().toBytes(),
                    properties.getMaxSteps(),
                    (int) Math.min(properties.getMaxOutput().toBytes(), Integer.MAX_VALUE));
            PipelineProgramProperties.Containers container = properties.getContainer();
            return new ProgramOptions(
                    source(properties, loader),
                    properties.getProcess().isEnabled(),
                    container.isEnabled() ? new ContainerEngine(container.getEngine(), container.getOptions()) : null,
                    limits);
        } catch (IllegalArgumentException e) {
            throw new StreamsConfigurationException(
                    "Programs of pipelines cannot be run as the properties below '" + KEY + "' say: " + e.getMessage()
                            + ".",
                    "Correct them.");
        }
    }

    private static ProgramSource source(PipelineProgramProperties properties, ResourceLoader loader) {
        String configured = properties.getLocation();
        String location = configured == null ? DEFAULT_LOCATION : configured.strip();
        if (location.isEmpty()) {
            throw new StreamsConfigurationException(
                    "Property '" + ProgramOptions.LOCATION_PROPERTY + "' is blank.",
                    "Name a directory, such as file:/etc/programs/, or remove it.");
        }
        String directory = location.endsWith("/") ? location : location + "/";
        if (!directory.startsWith("file:")) {
            return new ResourcePrograms(directory, loader);
        }
        try {
            return new ProgramDirectory(loader.getResource(directory).getFile().toPath());
        } catch (IOException e) {
            throw new StreamsConfigurationException(
                    "Property '" + ProgramOptions.LOCATION_PROPERTY + "' is '" + location + "', which is no directory: "
                            + e.getMessage() + ".",
                    "Correct it.");
        }
    }

    /** Programs that are resources, such as those in the application's own archive: they can be read, but not executed. */
    private record ResourcePrograms(String directory, ResourceLoader loader) implements ProgramSource {

        @Override
        public InputStream open(String file) throws IOException {
            Resource resource = loader.getResource(directory + file);
            if (!resource.isReadable()) {
                throw new FileNotFoundException("there is no '" + file + "' in " + directory);
            }
            return resource.getInputStream();
        }

        @Override
        public Path executable(String file) throws IOException {
            throw new IOException(
                    "'" + file + "' in " + directory + " cannot be executed, since that is not a directory"
                            + " of files; let '" + ProgramOptions.LOCATION_PROPERTY + "' begin with file:");
        }
    }
}
