package io.streamsboot.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;

/** What of Kafka may be used, and by whom. */
final class KafkaRules {

    static final HouseRule PUBLIC_KAFKA_ONLY = HouseRule.about(
            HouseModule.CORE,
            "only the dev broker sees internal packages of Kafka",
            "kafkainternals",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(HouseModule.DEV_BROKER.packageIn(root) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.kafka..internals.."),
            HouseModule.TOPOLOGY,
            HouseModule.GRAPH,
            HouseModule.TEST,
            HouseModule.AUTOCONFIGURE,
            HouseModule.FLIGHT_BOARD,
            HouseModule.BENCHMARKS);

    static final HouseRule BROKER_CLASSES_IN_THE_DEV_BROKER_ONLY = HouseRule.about(
            HouseModule.CORE,
            "only the dev broker sees the classes of Kafka's server",
            "kafkaserver",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(HouseModule.DEV_BROKER.packageIn(root) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "kafka..",
                            "org.apache.kafka.controller..",
                            "org.apache.kafka.coordinator..",
                            "org.apache.kafka.image..",
                            "org.apache.kafka.metadata..",
                            "org.apache.kafka.network..",
                            "org.apache.kafka.raft..",
                            "org.apache.kafka.server..",
                            "org.apache.kafka.storage.."),
            HouseModule.TOPOLOGY,
            HouseModule.GRAPH,
            HouseModule.TEST,
            HouseModule.AUTOCONFIGURE,
            HouseModule.FLIGHT_BOARD,
            HouseModule.BENCHMARKS);

    static final HouseRule NO_CLIENT_SUPPLIER = HouseRule.forAll(
            "no custom client supplier: the streams rebalance protocol does not support one",
            "clientsupplier",
            root -> noClasses()
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("org.apache.kafka.streams.KafkaClientSupplier"));

    static final List<HouseRule> ALL =
            List.of(PUBLIC_KAFKA_ONLY, BROKER_CLASSES_IN_THE_DEV_BROKER_ONLY, NO_CLIENT_SUPPLIER);

    private KafkaRules() {}
}
