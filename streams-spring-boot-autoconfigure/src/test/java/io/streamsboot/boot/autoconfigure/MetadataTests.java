package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every property is described, for editors in the metadata and for readers in the guide. */
class MetadataTests {

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

    @Test
    void everyPropertyIsDescribed() throws IOException {
        List<JsonNode> properties = properties();
        assertThat(properties).hasSizeGreaterThan(25);
        assertThat(properties).allSatisfy(property -> {
            String name = property.path("name").asString();
            String description = property.path("description").asString("");
            assertThat(description).as(name).isNotBlank().endsWith(".");
            assertThat(description)
                    .as(name)
                    .doesNotStartWith("The ")
                    .doesNotStartWith("A ")
                    .doesNotContainIgnoringCase("default");
            if (property.path("type").asString().equals(Boolean.class.getName())) {
                assertThat(description).as(name).startsWith("Whether ");
            }
        });
    }

    @Test
    void everyPropertyIsInTheGuide() throws IOException {
        Path docs = Path.of("..", "docs");
        String guides = Files.readString(docs.resolve("configuration.md"))
                + Files.readString(docs.resolve("actuator.md"))
                + Files.readString(docs.resolve("queries.md"));
        assertThat(properties())
                .extracting(property -> property.path("name").asString())
                .allSatisfy(name -> assertThat(guides).contains("`" + name));
    }

    @Test
    void hintsAreAboutExistingProperties() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        properties().forEach(property -> names.add(property.path("name").asString()));
        JsonNode hints = metadata().path("hints");
        assertThat(hints.size()).isPositive();
        hints.forEach(
                hint -> assertThat(names).contains(hint.path("name").asString().replaceAll("\\.(keys|values)$", "")));
    }

    private static List<JsonNode> properties() throws IOException {
        List<JsonNode> found = new ArrayList<>();
        metadata().path("properties").forEach(found::add);
        return found;
    }

    private static JsonNode metadata() throws IOException {
        try (InputStream in = StreamsProperties.class.getResourceAsStream(METADATA)) {
            return JsonMapper.shared().readTree(in);
        }
    }
}
