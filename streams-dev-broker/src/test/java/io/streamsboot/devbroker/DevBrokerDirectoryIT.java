package io.streamsboot.devbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevBrokerDirectoryIT {

    @TempDir
    Path temp;

    @Test
    void keepsRecordsClusterIdAndPorts() {
        Path kept = temp.resolve("kept");
        String clusterId;
        String servers;
        try (DevBroker broker =
                DevBroker.builder().directory(kept).topic("orders", 1).start()) {
            clusterId = broker.clusterId();
            servers = broker.bootstrapServers();
            assertThat(broker.temporary()).isFalse();
            send(broker, "first");
        }

        long begin = System.nanoTime();
        try (DevBroker broker =
                DevBroker.builder().directory(kept).topic("orders", 1).start()) {
            System.out.printf(
                    "one node after a clean close started in %d ms%n",
                    Duration.ofNanos(System.nanoTime() - begin).toMillis());
            assertThat(broker.clusterId()).isEqualTo(clusterId);
            assertThat(broker.bootstrapServers()).isEqualTo(servers);
            send(broker, "second");
            assertThat(Clients.read(broker, "orders", 2, Map.of())).containsExactly("first", "second");
        }
    }

    @Test
    void findsOtherPortsWhereTheOldOnesAreTaken() throws Exception {
        Path kept = temp.resolve("kept");
        int port;
        try (DevBroker broker =
                DevBroker.builder().directory(kept).topic("orders", 1).start()) {
            port = port(broker);
            send(broker, "first");
        }

        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("localhost"));
                DevBroker broker = DevBroker.builder().directory(kept).start()) {
            assertThat(port(broker)).isNotEqualTo(taken.getLocalPort());
            assertThat(Clients.read(broker, "orders", 1, Map.of())).containsExactly("first");
        }
    }

    @Test
    void refusesAnotherNodeCountASecondBrokerAndADamagedState() throws Exception {
        Path kept = temp.resolve("kept");
        try (DevBroker broker = DevBroker.builder().directory(kept).start()) {
            assertThatThrownBy(() -> DevBroker.builder().directory(kept).start())
                    .isInstanceOf(DevBrokerException.class)
                    .hasMessageContaining(broker.directory().toString())
                    .hasMessageContaining("in use");
        }
        assertThatThrownBy(() -> DevBroker.builder().directory(kept).nodes(3).start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining(kept.toString())
                .hasMessageContaining("of 1 node,")
                .hasMessageContaining("3 are asked for");

        Files.writeString(kept.resolve("dev-broker.properties"), "nodes=many");
        assertThatThrownBy(() -> DevBroker.builder().directory(kept).start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void namesTheDirectoryThatCannotBeUsed() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));

        assertThatThrownBy(() -> DevBroker.builder().directory(file).start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void leavesNothingBehind() {
        Set<Thread> before = nonDaemons();
        DevBroker broker = DevBroker.builder().start();
        assertThat(broker.temporary()).isTrue();
        assertThat(broker.directory()).isDirectory();

        broker.close();
        broker.close();

        assertThat(broker.directory()).doesNotExist();
        Awaitility.await()
                .pollInSameThread()
                .untilAsserted(() -> assertThat(nonDaemons()).isSubsetOf(before));
        assertThatThrownBy(() -> broker.createTopic("late", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void leavesNothingBehindWhenItDoesNotStart() throws Exception {
        Path kept = temp.resolve("kept");
        Set<Thread> before = nonDaemons();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            assertThatThrownBy(() -> DevBroker.builder()
                            .directory(kept)
                            .port(taken.getLocalPort())
                            .start())
                    .isInstanceOf(DevBrokerException.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
        assertThatThrownBy(() -> DevBroker.builder()
                        .directory(kept)
                        .property("num.io.threads", "none")
                        .start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining("num.io.threads");
        assertThatThrownBy(() -> DevBroker.builder()
                        .directory(kept)
                        .property("authorizer.class.name", "no.such.Authorizer")
                        .start())
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining("no.such.Authorizer");

        Awaitility.await()
                .pollInSameThread()
                .untilAsserted(() -> assertThat(nonDaemons()).isSubsetOf(before));
        DevBroker.builder().directory(kept).start().close();
    }

    @Test
    void runsBesideOthersInOneJvm() {
        try (DevBroker two = DevBroker.builder().topic("orders", 1).start()) {
            try (DevBroker one = DevBroker.builder().topic("orders", 1).start()) {
                send(one, "one");
                send(two, "two");

                assertThat(one.clusterId()).isNotEqualTo(two.clusterId());
                assertThat(Clients.read(one, "orders", 1, Map.of())).containsExactly("one");
                assertThat(Clients.read(two, "orders", 1, Map.of())).containsExactly("two");
            }
            send(two, "again");
            assertThat(Clients.read(two, "orders", 2, Map.of())).containsExactly("two", "again");
        }
    }

    private static void send(DevBroker broker, String value) {
        try (KafkaProducer<String, String> producer = Clients.producer(broker, Map.of())) {
            producer.send(new ProducerRecord<>("orders", value));
        }
    }

    private static int port(DevBroker broker) {
        return Integer.parseInt(
                broker.bootstrapServers().substring(broker.bootstrapServers().indexOf(':') + 1));
    }

    private static Set<Thread> nonDaemons() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }
}
