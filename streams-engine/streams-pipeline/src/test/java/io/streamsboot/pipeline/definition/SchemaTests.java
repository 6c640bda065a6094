package io.streamsboot.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The schema for editors says what the reader does: each is asked what it knows. */
class SchemaTests {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final JsonNode SCHEMA = schema();
    private static final String UNKNOWN = "zzz";

    @Test
    void stepsAreThoseOfTheReader() {
        assertThat(known(definition(MAPPER.createObjectNode().put("op", UNKNOWN)), "Use one of: "))
                .isEqualTo(names(SCHEMA.at("/definitions/steps")));
    }

    @Test
    void everyStepOfTheEngineIsThere() {
        Set<String> records = Stream.of(Step.Inline.class, KeyedStep.class)
                .flatMap(kind -> Arrays.stream(kind.getPermittedSubclasses()))
                .map(Class::getSimpleName)
                .map(name -> Character.toLowerCase(name.charAt(0)) + name.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names(SCHEMA.at("/definitions/steps"))).isEqualTo(records);
        assertThat(SCHEMA.at("/definitions/step/oneOf").size()).isEqualTo(records.size());
    }

    static Stream<String> steps() {
        return names(SCHEMA.at("/definitions/steps")).stream();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void fieldsOfAStepAreThoseOfTheReader(String op) {
        JsonNode step = SCHEMA.at("/definitions/steps/" + op);
        ObjectNode example = (ObjectNode) step.path("examples").path(0);
        assertThat(PipelineDefinition.read("p.json", definition(example)).stages())
                .as("the example is right")
                .hasSize(1);
        ObjectNode more = example.deepCopy().put(UNKNOWN, 1);
        assertThat(known(definition(more), "Known here: ")).isEqualTo(names(step.path("properties")));
        for (JsonNode required : step.path("required")) {
            ObjectNode less = example.deepCopy();
            less.remove(required.asString());
            assertThat(refused(definition(less)).description()).contains("has no '" + required.asString() + "'");
        }
    }

    @Test
    void fieldsAroundStepsAreThoseOfTheReader() {
        ObjectNode whole = whole(MAPPER.createObjectNode().put("op", "explode").put("column", "a"));
        assertThat(known(whole.deepCopy().put(UNKNOWN, 1).toString(), "Known here: "))
                .isEqualTo(names(SCHEMA.path("properties")));
        ObjectNode dataset = whole.deepCopy();
        ((ObjectNode) dataset.at("/datasets/in")).put(UNKNOWN, 1);
        assertThat(known(dataset.toString(), "Known here: "))
                .isEqualTo(names(SCHEMA.at("/definitions/dataset/properties")));
        ObjectNode stage = whole.deepCopy();
        ((ObjectNode) stage.at("/stages/0")).put(UNKNOWN, 1);
        assertThat(known(stage.toString(), "Known here: "))
                .isEqualTo(names(SCHEMA.at("/definitions/stage/properties")));
    }

    @Test
    void valuesAreThoseOfTheReader() {
        ObjectNode whole = whole(MAPPER.createObjectNode().put("op", "explode").put("column", "a"));
        ((ObjectNode) whole.at("/datasets/in")).put("onBadData", UNKNOWN);
        assertThat(known(whole.toString(), "Use one of: "))
                .isEqualTo(texts(SCHEMA.at("/definitions/dataset/properties/onBadData/enum")));
        ObjectNode cast = (ObjectNode) SCHEMA.at("/definitions/steps/cast/examples/0");
        assertThat(known(definition(cast.deepCopy().put("to", UNKNOWN)), "Use one of: "))
                .isEqualTo(texts(SCHEMA.at("/definitions/steps/cast/properties/to/enum")));
    }

    @Test
    void everythingIsDescribed() {
        SCHEMA.at("/definitions").properties().forEach(entry -> {
            if (!entry.getKey().equals("steps")) {
                assertThat(entry.getValue().path("description").asString(""))
                        .as(entry.getKey())
                        .isNotBlank();
            }
        });
        SCHEMA.at("/definitions/steps")
                .forEach(step ->
                        assertThat(step.path("description").asString("")).isNotBlank());
    }

    private static Set<String> known(String definition, String prefix) {
        String action = refused(definition).action();
        assertThat(action).contains(prefix);
        String list = action.substring(action.indexOf(prefix) + prefix.length());
        return Arrays.stream(list.replaceAll("\\.$", "").split(", ")).collect(Collectors.toCollection(TreeSet::new));
    }

    private static PipelineException refused(String definition) {
        PipelineException e =
                catchThrowableOfType(PipelineException.class, () -> PipelineDefinition.read("p.json", definition));
        assertThat(e).as(definition).isNotNull();
        return e;
    }

    private static String definition(ObjectNode step) {
        return whole(step).toString();
    }

    private static ObjectNode whole(ObjectNode step) {
        ObjectNode whole = MAPPER.createObjectNode().put("name", "p");
        whole.putObject("datasets").putObject("in").put("topic", "t");
        ((ObjectNode) whole.path("datasets")).putObject("out").put("topic", "u");
        ObjectNode stage = whole.putArray("stages").addObject();
        ArrayNode inputs = stage.putArray("inputs").add("in");
        if (step.path("op").asString("").equals("streamJoin")) {
            ((ObjectNode) whole.path("datasets")).putObject("other").put("topic", "v");
            inputs.add("other");
        }
        stage.put("output", "out").putArray("steps").add(step);
        return whole;
    }

    private static Set<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(item -> texts.add(item.asString()));
        return texts;
    }

    private static JsonNode schema() {
        try (InputStream in = SchemaTests.class.getResourceAsStream("/META-INF/streams/pipeline.schema.json")) {
            return MAPPER.readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
