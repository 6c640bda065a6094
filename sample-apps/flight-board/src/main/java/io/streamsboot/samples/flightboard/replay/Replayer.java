package io.streamsboot.samples.flightboard.replay;

import io.streamsboot.samples.flightboard.FlightBoardProperties;
import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.stereotype.Component;

/**
 * Replays the flights on a thread of its own, so that it never delays the start. It always goes on from what the topic
 * holds: after a restart, a crash, or a loss of the connection.
 */
@Component
@ConditionalOnBooleanProperty(name = "flight-board.replay.enabled", matchIfMissing = true)
class Replayer implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Replayer.class);
    private static final long RETRY_SECONDS = 5;
    private static final long STOP_SECONDS = 10;

    private final ConsumerFactory<?, ?> consumers;
    private final ProducerFactory<?, ?> producers;
    private final Serde<Flight> flights;
    private final Serde<Airport> airports;
    private final FlightData data;
    private final ReplayProgress progress;
    private final int rate;
    private final Malformed malformed;
    private @Nullable Run run;

    Replayer(
            ConsumerFactory<?, ?> consumers,
            ProducerFactory<?, ?> producers,
            @Qualifier("lenientFlightSerde") Serde<Flight> flights,
            Serde<Airport> airports,
            FlightData data,
            ReplayProgress progress,
            FlightBoardProperties properties) {
        this.consumers = consumers;
        this.producers = producers;
        this.flights = flights;
        this.airports = airports;
        this.data = data;
        this.progress = progress;
        this.rate = properties.replay().rate();
        this.malformed = new Malformed(properties.replay().malformedEvery());
    }

    @Override
    public synchronized void start() {
        if (run == null) {
            run = new Run();
            run.thread.start();
        }
    }

    @Override
    public synchronized void stop() {
        if (run != null) {
            run.end();
            run = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return run != null;
    }

    /** One life of the thread. */
    private final class Run {

        private final CountDownLatch stop = new CountDownLatch(1);
        private final Thread thread = new Thread(this::work, "flight-replay");

        void end() {
            stop.countDown();
            try {
                thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
                thread.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void work() {
            try {
                while (!replayed() && !stop.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
                    log.info("Going on with the replay");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ProducerFencedException | InvalidProducerEpochException e) {
                log.error("Another process replays the flights into the same topic, so this one leaves it to that.");
            } catch (RuntimeException e) {
                log.error("The replay has failed", e);
            }
        }

        /** Whether nothing is left to do: all is replayed, or a stop was asked for. */
        private boolean replayed() throws InterruptedException {
            try (FlightTopic topic = new FlightTopic(consumers.getConfigurationProperties(), flights)) {
                while (!topic.exists()) {
                    if (stop.await(200, TimeUnit.MILLISECONDS)) {
                        return true;
                    }
                }
                try (FlightProducer producer =
                        new FlightProducer(producers.getConfigurationProperties(), flights, airports, malformed)) {
                    // The producer comes first: its start ends the transaction of one that was killed.
                    replay(producer, ReplayPlan.of(data.flights(), topic.lines(), rate));
                }
                return true;
            } catch (ProducerFencedException | InvalidProducerEpochException e) {
                throw e;
            } catch (KafkaException e) {
                log.warn("The replay is interrupted: {}", e.toString());
                return false;
            }
        }

        private void replay(FlightProducer producer, ReplayPlan plan) throws InterruptedException {
            long count = plan.done();
            if (count == 0) {
                producer.sendAirports(data.airports());
            }
            progress.reached(count);
            if (!plan.batches().isEmpty()) {
                log.info(
                        "Replaying {} of {} flights",
                        data.flights().size() - count,
                        data.flights().size());
            }
            long begin = System.nanoTime();
            long sent = 0;
            for (var batch : plan.batches()) {
                long due = rate == 0 ? 0 : begin + TimeUnit.SECONDS.toNanos(sent) / rate - System.nanoTime();
                if (stop.await(Math.max(due, 0), TimeUnit.NANOSECONDS)) {
                    return;
                }
                producer.sendFlights(batch);
                sent += batch.size();
                count += batch.size();
                progress.reached(count);
            }
            log.info("All {} flights are in topic {}", count, Topics.FLIGHTS);
        }
    }
}
