package io.streamsboot.architecture;

import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static io.streamsboot.architecture.HouseModule.AUTOCONFIGURE;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The house style, as far as class files show it. */
final class StyleRules {

    private static final String AUTO_CONFIGURATION = "org.springframework.boot.autoconfigure.AutoConfiguration";
    private static final String BEAN = "org.springframework.context.annotation.Bean";
    private static final Set<String> OPTIONALS = Set.of(
            Optional.class.getName(),
            OptionalInt.class.getName(),
            OptionalLong.class.getName(),
            OptionalDouble.class.getName());

    static final HouseRule NO_SLEEP = HouseRule.forAll(
            "nobody sleeps: wait for a condition, a latch or a scheduler",
            "sleep",
            root -> noClasses().should().callMethodWhere(calls(Thread.class, "sleep")));

    static final HouseRule NO_EXIT = HouseRule.forAll(
            "nobody ends the JVM",
            "exit",
            root -> noClasses()
                    .should()
                    .callMethodWhere(calls(System.class, "exit")
                            .or(calls(Runtime.class, "exit"))
                            .or(calls(Runtime.class, "halt"))));

    static final HouseRule NO_SHUTDOWN_HOOK = HouseRule.forAll(
            "nobody but a program's Main and the process harness adds a shutdown hook: a lifecycle closes what it opened",
            "shutdownhook",
            root -> noClasses()
                    .that()
                    .doNotHaveSimpleName("Main")
                    .and()
                    .resideOutsideOfPackage(HouseModule.TEST.packageIn(root) + ".process")
                    .should()
                    .callMethodWhere(calls(Runtime.class, "addShutdownHook")));

    static final HouseRule NO_OPTIONAL_FIELD = HouseRule.forAll(
            "no field is an Optional: say @Nullable",
            "optionalfield",
            root -> noFields().should().haveRawType(isOptional()));

    static final HouseRule NO_OPTIONAL_PARAMETER = HouseRule.forAll(
            "no parameter is an Optional: say @Nullable, or overload",
            "optionalparameter",
            root -> methods()
                    .that(DescribedPredicate.describe(
                            "are written by hand",
                            method -> !method.getModifiers().contains(JavaModifier.SYNTHETIC)))
                    .should(takeNoOptional()));

    static final HouseRule NO_FIELD_INJECTION = HouseRule.forAll(
            "nothing is injected into a field: use the constructor",
            "fieldinjection",
            root -> noFields()
                    .should()
                    .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                    .orShould()
                    .beAnnotatedWith("org.springframework.beans.factory.annotation.Value")
                    .orShould()
                    .beAnnotatedWith("jakarta.inject.Inject")
                    .orShould()
                    .beAnnotatedWith("jakarta.annotation.Resource"));

    static final HouseRule AUTO_CONFIGURATION_IS_PUBLIC_AND_FINAL = HouseRule.about(
            AUTOCONFIGURE,
            "an auto-configuration is public and final",
            "openautoconfiguration",
            root -> classes()
                    .that(annotatedWith(AUTO_CONFIGURATION))
                    .should()
                    .bePublic()
                    .andShould()
                    .haveModifier(JavaModifier.FINAL));

    static final HouseRule AUTO_CONFIGURATION_IS_NOT_CONSTRUCTED_BY_USERS = HouseRule.about(
            AUTOCONFIGURE,
            "the constructor of an auto-configuration is package-private",
            "publicconstructor",
            root -> constructors()
                    .that()
                    .areDeclaredInClassesThat(annotatedWith(AUTO_CONFIGURATION))
                    .should()
                    .bePackagePrivate());

    static final HouseRule BEAN_METHODS_ARE_PACKAGE_PRIVATE = HouseRule.about(
            AUTOCONFIGURE,
            "bean methods of the auto-configuration are package-private",
            "publicbeanmethod",
            root -> methods()
                    .that()
                    .areAnnotatedWith(BEAN)
                    .and()
                    .areDeclaredInClassesThat()
                    .resideInAPackage(AUTOCONFIGURE.packageIn(root) + "..")
                    .should()
                    .bePackagePrivate());

    static final HouseRule PACKAGES_ARE_NULL_MARKED = HouseRule.forAll(
            "every package says what may be null: a package-info with @NullMarked",
            "unmarkedpackage",
            root -> nullMarkedPackages());

    static final List<HouseRule> ALL = List.of(
            NO_SLEEP,
            NO_EXIT,
            NO_SHUTDOWN_HOOK,
            NO_OPTIONAL_FIELD,
            NO_OPTIONAL_PARAMETER,
            NO_FIELD_INJECTION,
            AUTO_CONFIGURATION_IS_PUBLIC_AND_FINAL,
            AUTO_CONFIGURATION_IS_NOT_CONSTRUCTED_BY_USERS,
            BEAN_METHODS_ARE_PACKAGE_PRIVATE,
            PACKAGES_ARE_NULL_MARKED);

    private StyleRules() {}

    private static DescribedPredicate<JavaMethodCall> calls(Class<?> owner, String method) {
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + method,
                call -> call.getTargetOwner().isEquivalentTo(owner)
                        && call.getTarget().getName().equals(method));
    }

    private static DescribedPredicate<JavaClass> isOptional() {
        return DescribedPredicate.describe("an Optional", type -> OPTIONALS.contains(type.getName()));
    }

    private static ArchCondition<JavaMethod> takeNoOptional() {
        return new ArchCondition<>("take no Optional") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                if (method.getRawParameterTypes().stream().anyMatch(isOptional())) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName() + " takes an Optional"));
                }
            }
        };
    }

    private static ArchRule nullMarkedPackages() {
        var packages = new AbstractClassesTransformer<JavaPackage>("packages") {
            @Override
            public Iterable<JavaPackage> doTransform(JavaClasses classes) {
                var byName = new TreeMap<String, JavaPackage>();
                classes.forEach(type -> byName.put(type.getPackageName(), type.getPackage()));
                return byName.values();
            }
        };
        return all(packages).should(new ArchCondition<>("be @NullMarked") {
            @Override
            public void check(JavaPackage candidate, ConditionEvents events) {
                if (!candidate.isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                    events.add(SimpleConditionEvent.violated(
                            candidate, candidate.getName() + " has no package-info with @NullMarked"));
                }
            }
        });
    }
}
