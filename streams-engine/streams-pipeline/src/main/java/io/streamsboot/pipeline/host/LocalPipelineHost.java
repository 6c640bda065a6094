package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A host whose pipelines are part of the application: files, and definitions made in Java. It lets everything go on, and keeps
 * no records.
 *
 * <pre>{@code
 * PipelineHost host = LocalPipelineHost.builder()
 *         .file(Path.of("pipelines/late-flights.yaml"))
 *         .definition("the definition of Board.java", definition)
 *         .build();
 * }</pre>
 */
public final class LocalPipelineHost implements PipelineHost {

    private final Map<String, Located> definitions;

    private record Located(String origin, PipelineDefinition definition) {}

    private LocalPipelineHost(Map<String, Located> definitions) {
        this.definitions = new LinkedHashMap<>(definitions);
    }

    /**
     * Starts a new host.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return "the application";
    }

    @Override
    public List<String> pipelines() {
        return List.copyOf(definitions.keySet());
    }

    @Override
    public PipelineDefinition topology(String pipeline) {
        return located(pipeline).definition();
    }

    @Override
    public String origin(String pipeline) {
        return located(pipeline).origin();
    }

    private Located located(String pipeline) {
        Located located = definitions.get(pipeline);
        if (located == null) {
            throw new IllegalArgumentException("there is no pipeline '" + pipeline + "', only " + definitions.keySet());
        }
        return located;
    }

    /** Collects definitions. Not thread-safe. */
    public static final class Builder {

        private final Map<String, Located> definitions = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds a definition.
         *
         * @param origin where it comes from, for messages
         * @param definition the definition
         * @return this builder
         * @throws PipelineException if there is one of that name already; the message names both origins
         */
        public Builder definition(String origin, PipelineDefinition definition) {
            Located other = definitions.putIfAbsent(definition.name(), new Located(origin, definition));
            if (other != null) {
                throw new PipelineException(
                        "There are two pipelines named '" + definition.name() + "': " + other.origin() + " and "
                                + origin + ".",
                        "Rename one of them.",
                        null);
            }
            return this;
        }

        /**
         * Adds a definition that is text.
         *
         * @param source where it comes from, for messages; text is read as TOML if this ends in {@code .toml}
         * @param text YAML, JSON or TOML
         * @return this builder
         * @throws PipelineException if it cannot be read; the message names source and line
         */
        public Builder text(String source, String text) {
            return definition(source, PipelineDefinition.read(source, text));
        }

        /**
         * Adds the definition in a file.
         *
         * @param file a file of YAML, JSON or TOML in UTF-8
         * @return this builder
         * @throws PipelineException if it cannot be read; the message names file and line
         */
        public Builder file(Path file) {
            try {
                return text(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new PipelineException(
                        "The pipeline in " + file + " cannot be read: " + e + ".",
                        "Look whether the file is there, can be read, and is UTF-8.",
                        e);
            }
        }

        /**
         * Makes the host.
         *
         * @return a host of what was added
         */
        public LocalPipelineHost build() {
            return new LocalPipelineHost(definitions);
        }
    }
}
