package io.streamsboot.samples.flightboard.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.samples.flightboard.flights.DelayNotice;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.Topics;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.testing.TestOutcome;
import io.streamsboot.workflow.testing.TestRecord;
import io.streamsboot.workflow.testing.WorkflowTester;
import org.junit.jupiter.api.Test;

class DelayNoticesTests {

    private final AirportDesk desk = new AirportDesk(FlightData.load());
    private final WorkflowDefinition definition = WorkflowDefinition.builder(DelayNotices.WORKFLOW)
            .from(Topics.LATE_FLIGHTS, RecordCodec.json(Flight.class))
            .to(Topics.DELAY_NOTICES, RecordCodec.json(DelayNotice.class))
            .handler(new DelayNotices(desk)::notice);

    @Test
    void namesTheAirportsHoweverOftenItEndsInBetween() {
        try (WorkflowTester tester = WorkflowTester.of(definition)) {
            TestOutcome outcome = tester.verify(TestRecord.of("PHX", """
                {"line": 2, "departure": "2001-01-01T08:00:00Z", "origin": "PHX", "destination": "LAS",
                 "distanceMiles": 255, "delayMinutes": 61}\
                """));
            assertThat(outcome.single().key()).isEqualTo("PHX");
            assertThat(outcome.single().value())
                    .contains("Phoenix Sky Harbor International", "McCarran International", "61");
        }
        assertThat(desk.questions()).as("some were not answered").isGreaterThan(5);
    }
}
