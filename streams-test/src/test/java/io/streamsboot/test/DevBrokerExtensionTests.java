package io.streamsboot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.streamsboot.devbroker.DevBroker;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class DevBrokerExtensionTests {

    private static final AtomicReference<@Nullable DevBroker> USED = new AtomicReference<>();

    @Test
    void closesTheBrokerAfterTheLastTest() {
        EngineExecutionResults results = run(Closing.class);

        results.testEvents()
                .assertStatistics(statistics -> statistics.started(1).succeeded(1));
        DevBroker used = USED.get();
        assertThat(used).isNotNull();
        assertThat(used.directory()).doesNotExist();
    }

    @Test
    void namesASettingThatIsNoPair() {
        EngineExecutionResults results = run(Wrong.class);

        results.allEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                instanceOf(ExtensionConfigurationException.class),
                                message(text -> text.contains("'num.io.threads'") && text.contains("Wrong")))));
    }

    private static EngineExecutionResults run(Class<?> fixture) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(fixture))
                .execute();
    }

    @WithDevBroker
    static class Closing {

        @Test
        void uses(DevBroker broker) {
            assertThat(broker.directory()).isDirectory();
            USED.set(broker);
        }
    }

    @WithDevBroker(properties = "num.io.threads")
    static class Wrong {

        @Test
        void isNeverRun(DevBroker broker) {
            assertThat(broker).isNull();
        }
    }
}
