package io.streamsboot.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * One rule and the fixture that breaks it.
 *
 * @param name what the rule says, in a few words
 * @param fixture package below {@code fixtures} whose classes break the rule
 * @param about modules that the rule selects classes from; as soon as one of them has code, the rule must find classes
 * @param rule the rule for a root package, so that it can judge the house and its fixture alike
 */
record HouseRule(String name, String fixture, Set<HouseModule> about, Function<String, ArchRule> rule) {

    HouseRule {
        about = Set.copyOf(about);
    }

    static HouseRule forAll(String name, String fixture, Function<String, ArchRule> rule) {
        return new HouseRule(name, fixture, Set.of(HouseModule.values()), rule);
    }

    static HouseRule about(
            HouseModule module, String name, String fixture, Function<String, ArchRule> rule, HouseModule... others) {
        var about = EnumSet.of(module, others);
        return new HouseRule(name, fixture, about, rule);
    }

    /** Fails with every violation in the production classes, or because the rule selects none of them. */
    void check(JavaClasses production) {
        boolean nothingToJudgeYet = about.stream().noneMatch(HouseModule::hasSources);
        rule.apply(HouseModule.ROOT)
                .as(name)
                .allowEmptyShould(nothingToJudgeYet)
                .check(production);
    }

    /** What the rule finds in its fixture. */
    EvaluationResult evaluateFixture() {
        String root = "fixtures." + fixture;
        return rule.apply(root).as(name).evaluate(new ClassFileImporter().importPackages(root));
    }

    @Override
    public String toString() {
        return name;
    }
}
