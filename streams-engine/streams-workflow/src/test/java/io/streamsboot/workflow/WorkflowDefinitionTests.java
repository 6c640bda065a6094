package io.streamsboot.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.options.WorkflowOptions;
import io.streamsboot.workflow.runtime.Workflows;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowDefinitionTests {

    @Test
    void hasTheDefaultsThatAreDocumented() {
        WorkflowOptions options = define(same -> same).options();
        assertThat(options.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(options.durable()).isTrue();
        assertThat(options.idempotencyWindow()).isEqualTo(10_000);
        assertThat(options.failure().onError()).isEqualTo(OnError.DLQ);
        assertThat(options.failure().maxRetries()).isEqualTo(2);
        assertThat(options.failure().schemaRegistryTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.concurrency().maxConcurrency()).isEqualTo(8);
        assertThat(options.concurrency().order()).isEqualTo(Order.KEY);
        assertThat(options.concurrency().maxUncommitted()).isEqualTo(100_000);
        assertThat(options.batch().maxBatchSize()).isEqualTo(256);
        assertThat(define(same -> same).dlqTopic()).isEqualTo("in.dlq");
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> define(options -> options.withJournal("none")))
                .hasMessageContaining("is durable but has no journal");
        assertThatThrownBy(() -> define(options -> options.withDurable(false).withJournal("memory")))
                .hasMessageContaining("names the journal memory");
        assertThatThrownBy(() -> define(options -> options.withDurable(false).withDelivery(Delivery.EXACTLY_ONCE)))
                .hasMessageContaining("wants exactly-once");
        assertThatThrownBy(() ->
                        define(options -> options.withFailure(options.failure().withDlqTopic("in"))))
                .hasMessageContaining("would read its own dead letters");
        assertThatThrownBy(() -> WorkflowDefinition.builder("w")
                        .from("in", RecordCodec.string())
                        .to("in", RecordCodec.string())
                        .handler((value, context) -> value))
                .hasMessageContaining("reads and writes the same topic in");
        assertThatThrownBy(() -> WorkflowDefinition.builder("no spaces")
                        .from("in", RecordCodec.string())
                        .handler((value, context) -> value))
                .hasMessageContaining("id that cannot be used");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 300_001})
    void refusesATimeoutForARegistryThatIsNone(long millis) {
        assertThatThrownBy(() -> define(options ->
                        options.withFailure(options.failure().withSchemaRegistryTimeout(Duration.ofMillis(millis)))))
                .hasMessageContaining("schemaRegistryTimeout must be 1 ms to 300000 ms, but is " + millis);
    }

    @Test
    void theRuntimeRefusesWhatCannotBe() {
        Workflows.Builder builder = Workflows.builder(Map.of("bootstrap.servers", "localhost:1"));
        assertThatThrownBy(() -> builder.workflow(define(same -> same)).workflow(define(same -> same)))
                .hasMessageContaining("two workflows with the id w");
        assertThatThrownBy(builder::build).hasMessageContaining("there is no journal");
        assertThatThrownBy(() -> Workflows.builder(
                                Map.of("bootstrap.servers", "localhost:1", "enable.auto.commit", "true"))
                        .journal(new MemoryJournal())
                        .workflow(define(same -> same))
                        .build())
                .hasMessageContaining("enable.auto.commit");
    }

    private static WorkflowDefinition define(UnaryOperator<WorkflowOptions> options) {
        return WorkflowDefinition.builder("w")
                .from("in", RecordCodec.string())
                .to("out", RecordCodec.string())
                .options(options)
                .handler((value, context) -> value);
    }
}
