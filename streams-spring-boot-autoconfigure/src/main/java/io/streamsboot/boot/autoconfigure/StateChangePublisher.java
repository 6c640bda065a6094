package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.runtime.TopologyListener;
import io.streamsboot.topology.runtime.TopologyStateChange;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes state changes as events of the application. Listeners run on the topology's lifecycle thread. */
final class StateChangePublisher implements TopologyListener {

    private final ApplicationEventPublisher publisher;

    StateChangePublisher(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onStateChange(TopologyStateChange change) {
        publisher.publishEvent(change);
    }
}
