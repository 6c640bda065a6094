package io.streamsboot.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Applies every rule to the house, and to the fixture that must break it. */
class HouseRulesTests {

    private static JavaClasses production;

    @BeforeAll
    static void importClasses() {
        production = HouseModule.allClasses();
    }

    static List<HouseRule> rules() {
        return Stream.of(DependencyRules.ALL, KafkaRules.ALL, StyleRules.ALL)
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theHouseKeepsTheRule(HouseRule rule) {
        rule.check(production);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theFixtureBreaksTheRule(HouseRule rule) {
        var result = rule.evaluateFixture();

        assertThat(result.hasViolation())
                .as("the fixture '%s' must break the rule '%s'", rule.fixture(), rule.name())
                .isTrue();
        assertThat(result.getFailureReport().getDetails())
                .as("a class of the fixture breaks it, and not the lack of classes")
                .anySatisfy(detail -> assertThat(detail).contains("fixtures." + rule.fixture()));
    }

    @Test
    void everyRuleHasAFixtureOfItsOwn() {
        assertThat(rules()).extracting(HouseRule::fixture).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void theClassesOfAModuleAreFoundInItsPackage(HouseModule module) {
        Assumptions.assumeTrue(module.hasSources(), module.path() + " has no code yet");

        String root = module.packageIn(HouseModule.ROOT);
        assertThat(module.classesAmong(production))
                .as("classes in %s/target/classes", module.path())
                .isNotEmpty()
                .allSatisfy(type -> assertThat(type.getPackageName() + ".").startsWith(root + "."));
    }

    @Test
    void noModuleOfTheReactorIsForgotten() {
        assertThat(Arrays.stream(HouseModule.values()).map(HouseModule::path))
                .as("modules with code: add the missing one to HouseModule and to the pom of architecture-rules")
                .containsAll(HouseModule.modulesOfTheReactorWithSources());
    }
}
