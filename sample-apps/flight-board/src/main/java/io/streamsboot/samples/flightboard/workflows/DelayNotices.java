package io.streamsboot.samples.flightboard.workflows;

import io.streamsboot.boot.KafkaWorkflow;
import io.streamsboot.core.Backoff;
import io.streamsboot.samples.flightboard.flights.DelayNotice;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import io.streamsboot.workflow.StepOptions;
import io.streamsboot.workflow.WorkflowContext;
import io.streamsboot.workflow.options.Delivery;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * A workflow: each late flight becomes a notice with the names of its airports. What the desk has answered is kept in a
 * journal, so that neither a failure nor the end of the process asks it again.
 */
@Component
class DelayNotices {

    static final String WORKFLOW = "delay-notices";

    private static final StepOptions PATIENT = StepOptions.DEFAULT
            .withRetries(5)
            .withBackoff(new Backoff(Duration.ofMillis(20), 2, Duration.ofSeconds(1), 0.2));

    private final AirportDesk desk;

    DelayNotices(AirportDesk desk) {
        this.desk = desk;
    }

    /** Nobody else creates it, since it is no topology that writes to it. */
    @Bean
    static NewTopic delayNoticesTopic() {
        return new NewTopic(Topics.DELAY_NOTICES, Optional.of(4), Optional.empty())
                .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1"));
    }

    @KafkaWorkflow(
            id = WORKFLOW,
            from = Topics.LATE_FLIGHTS,
            to = Topics.DELAY_NOTICES,
            group = "flight-board-notices",
            delivery = Delivery.EXACTLY_ONCE)
    DelayNotice notice(Flight flight, WorkflowContext context) {
        String origin = context.step("origin", PATIENT, () -> desk.nameOf(flight.origin()));
        String destination = context.step("destination", PATIENT, () -> desk.nameOf(flight.destination()));
        return new DelayNotice(flight.line(), flight.departure(), origin, destination, flight.delayMinutes());
    }
}
