package io.streamsboot.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.streamsboot.architecture.HouseModule.AUTOCONFIGURE;
import static io.streamsboot.architecture.HouseModule.BENCHMARKS;
import static io.streamsboot.architecture.HouseModule.CORE;
import static io.streamsboot.architecture.HouseModule.DEV_BROKER;
import static io.streamsboot.architecture.HouseModule.FLIGHT_BOARD;
import static io.streamsboot.architecture.HouseModule.GRAPH;
import static io.streamsboot.architecture.HouseModule.PIPELINE;
import static io.streamsboot.architecture.HouseModule.TEST;
import static io.streamsboot.architecture.HouseModule.TOPOLOGY;
import static io.streamsboot.architecture.HouseModule.WORKFLOW;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who may depend on whom. */
final class DependencyRules {

    static final HouseRule ENGINE_KNOWS_NO_SPRING = HouseRule.about(
            CORE,
            "the engine and the dev broker do not know Spring",
            "engineusesspring",
            root -> noClasses()
                    .that(resideInAnyPackage(below(root, CORE, TOPOLOGY, GRAPH, WORKFLOW, PIPELINE, DEV_BROKER)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.springframework.."),
            TOPOLOGY,
            GRAPH,
            WORKFLOW,
            PIPELINE,
            DEV_BROKER);

    static final HouseRule CORE_STANDS_ALONE = HouseRule.about(
            CORE, "the core depends on no other module", "coreusestopology", root -> dependsOnlyOn(root, CORE));

    static final HouseRule TOPOLOGY_KNOWS_ONLY_THE_CORE = HouseRule.about(
            TOPOLOGY,
            "topologies depend on the core and on no other module",
            "topologyusesdevbroker",
            root -> dependsOnlyOn(root, TOPOLOGY, CORE));

    static final HouseRule PIPELINES_KNOW_TOPOLOGIES_AND_THE_CORE = HouseRule.about(
            PIPELINE,
            "pipelines depend on topologies and the core and on no other module",
            "pipelineusesgraph",
            root -> dependsOnlyOn(root, PIPELINE, TOPOLOGY, CORE));

    static final HouseRule WORKFLOW_KNOWS_ONLY_THE_CORE = HouseRule.about(
            WORKFLOW,
            "workflows depend on the core and on no other module",
            "workflowusestopology",
            root -> dependsOnlyOn(root, WORKFLOW, CORE));

    static final HouseRule GRAPHS_NEED_NOTHING = HouseRule.about(
            GRAPH,
            "graphs depend on Java alone",
            "graphuseslibrary",
            root -> classes()
                    .that(resideInAPackage(GRAPH.packageIn(root) + "..")
                            .and(DescribedPredicate.not(resideInAPackage(graphOnKafka(root)))))
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(GRAPH.packageIn(root) + "..", "java..", "org.jspecify.annotations..")
                    .andShould()
                    .onlyDependOnClassesThat(DescribedPredicate.not(resideInAPackage(graphOnKafka(root)))));

    /** About no module: the package may be without code while the rest of its module has some. */
    static final HouseRule GRAPHS_ON_KAFKA_KNOW_GRAPHS_AND_THE_CORE = new HouseRule(
            "of the house, graphs on Kafka know graphs and the core",
            "graphonkafkausestopology",
            Set.of(),
            root -> noClasses()
                    .that()
                    .resideInAPackage(graphOnKafka(root))
                    .should()
                    .dependOnClassesThat(resideInAPackage(root + "..")
                            .and(DescribedPredicate.not(resideInAnyPackage(below(root, GRAPH, CORE))))));

    static final HouseRule DEV_BROKER_KNOWS_THE_CORE_ALONE = HouseRule.about(
            DEV_BROKER,
            "the dev broker depends on the core and on no other module",
            "devbrokerusestopology",
            root -> dependsOnlyOn(root, DEV_BROKER, CORE));

    static final HouseRule TEST_KIT_KNOWS_CORE_AND_BROKER = HouseRule.about(
            TEST,
            "the test kit depends on the core and the dev broker and on no other module",
            "testkitusesboot",
            root -> dependsOnlyOn(root, TEST, CORE, DEV_BROKER));

    static final HouseRule BOOT_KNOWS_ENGINE_AND_BROKER = HouseRule.about(
            AUTOCONFIGURE,
            "the auto-configuration depends on the engine and the dev broker and on no other module",
            "bootusestestkit",
            root -> dependsOnlyOn(root, AUTOCONFIGURE, CORE, TOPOLOGY, GRAPH, WORKFLOW, PIPELINE, DEV_BROKER));

    static final HouseRule AUTOCONFIGURE_DOES_NOT_KNOW_ITS_SUB_PACKAGES = HouseRule.about(
            AUTOCONFIGURE,
            "the auto-configuration does not know its own sub-packages",
            "autoconfigureusessubpackage",
            root -> noClasses()
                    .that()
                    .resideInAPackage(autoconfigure(root))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(autoconfigure(root) + ".(*).."));

    static final HouseRule FEATURES_DO_NOT_KNOW_THEIR_CONFIGURATION = new HouseRule(
            "health indicators and endpoints do not know the auto-configuration",
            "endpointusesautoconfigure",
            Set.of(),
            root -> noClasses()
                    .that()
                    .resideInAnyPackage(
                            AUTOCONFIGURE.packageIn(root) + ".health..", AUTOCONFIGURE.packageIn(root) + ".actuate..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(autoconfigure(root) + ".."));

    static final HouseRule NOBODY_BUILDS_ON_A_PROGRAM = HouseRule.about(
            CORE,
            "no module depends on a sample or a benchmark",
            "testkitusessample",
            root -> noClasses()
                    .that(resideInAnyPackage(
                            below(root, CORE, TOPOLOGY, GRAPH, WORKFLOW, PIPELINE, DEV_BROKER, TEST, AUTOCONFIGURE)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(root + ".samples..", below(root, BENCHMARKS)[0]),
            TOPOLOGY,
            GRAPH,
            WORKFLOW,
            PIPELINE,
            DEV_BROKER,
            TEST,
            AUTOCONFIGURE);

    static final HouseRule SAMPLES_LIVE_ON_STARTERS = HouseRule.about(
            FLIGHT_BOARD,
            "a sample uses the engine, the auto-configuration and the dev broker and nothing else of the house",
            "sampleusestestkit",
            root -> noClasses()
                    .that()
                    .resideInAPackage(root + ".samples..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(below(root, TEST, BENCHMARKS))));

    static final HouseRule INTERNALS_STAY_INSIDE = HouseRule.forAll(
            "nobody outside a module uses its internal packages",
            "foreigninternals",
            root -> classes().should(notUseInternalsOfAnotherModule(root)));

    static final HouseRule NO_CYCLES = HouseRule.forAll(
            "packages are free of cycles",
            "cycle",
            root -> SlicesRuleDefinition.slices()
                    .assignedFrom(new PackageWithItsInternals(root))
                    .should()
                    .beFreeOfCycles());

    static final List<HouseRule> ALL = List.of(
            ENGINE_KNOWS_NO_SPRING,
            CORE_STANDS_ALONE,
            TOPOLOGY_KNOWS_ONLY_THE_CORE,
            WORKFLOW_KNOWS_ONLY_THE_CORE,
            PIPELINES_KNOW_TOPOLOGIES_AND_THE_CORE,
            GRAPHS_NEED_NOTHING,
            GRAPHS_ON_KAFKA_KNOW_GRAPHS_AND_THE_CORE,
            DEV_BROKER_KNOWS_THE_CORE_ALONE,
            TEST_KIT_KNOWS_CORE_AND_BROKER,
            BOOT_KNOWS_ENGINE_AND_BROKER,
            AUTOCONFIGURE_DOES_NOT_KNOW_ITS_SUB_PACKAGES,
            FEATURES_DO_NOT_KNOW_THEIR_CONFIGURATION,
            NOBODY_BUILDS_ON_A_PROGRAM,
            SAMPLES_LIVE_ON_STARTERS,
            INTERNALS_STAY_INSIDE,
            NO_CYCLES);

    private DependencyRules() {}

    private static String graphOnKafka(String root) {
        return GRAPH.packageIn(root) + ".kafka..";
    }

    private static String autoconfigure(String root) {
        return AUTOCONFIGURE.packageIn(root) + ".autoconfigure";
    }

    private static String[] below(String root, HouseModule... modules) {
        return Arrays.stream(modules)
                .map(module -> module.packageIn(root) + "..")
                .toArray(String[]::new);
    }

    /** Of the house's classes, those of {@code module} may see the ones of {@code allowed} beside their own. */
    private static ArchRule dependsOnlyOn(String root, HouseModule module, HouseModule... allowed) {
        DescribedPredicate<JavaClass> house = resideInAPackage(root + "..");
        return noClasses()
                .that()
                .resideInAPackage(module.packageIn(root) + "..")
                .should()
                .dependOnClassesThat(house.and(DescribedPredicate.not(
                        resideInAnyPackage(below(root, module)).or(resideInAnyPackage(below(root, allowed))))));
    }

    private static ArchCondition<JavaClass> notUseInternalsOfAnotherModule(String root) {
        return new ArchCondition<>("not use internal packages of another module") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass();
                    moduleOf(root, target)
                            .filter(owner ->
                                    resideInAPackage(owner + "..internal..").test(target))
                            .filter(owner -> !resideInAPackage(owner + "..").test(type))
                            .ifPresent(owner ->
                                    events.add(SimpleConditionEvent.violated(type, dependency.getDescription())));
                }
            }
        };
    }

    private static Optional<String> moduleOf(String root, JavaClass type) {
        return Arrays.stream(HouseModule.values())
                .map(module -> module.packageIn(root))
                .filter(owner -> resideInAPackage(owner + "..").test(type))
                .findFirst();
    }

    /** A package and its internals are one unit: the interface and what implements it may know each other. */
    private record PackageWithItsInternals(String root) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            if (!(name + ".").startsWith(root + ".")) {
                return SliceIdentifier.ignore();
            }
            int internal = (name + ".").indexOf(".internal.");
            return SliceIdentifier.of(internal < 0 ? name : name.substring(0, internal));
        }

        @Override
        public String getDescription() {
            return "packages with their internals";
        }
    }
}
