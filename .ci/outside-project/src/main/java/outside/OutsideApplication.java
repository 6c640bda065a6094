package outside;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.KafkaTemplate;

@SpringBootApplication
public class OutsideApplication {

    public static void main(String[] args) {
        SpringApplication.run(OutsideApplication.class, args);
    }

    @Bean
    TopologyDefinition wordCount() {
        return builder -> builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
                .peek((key, word) -> requireGood(word), Named.as("check"))
                .groupBy((key, word) -> word, Grouped.with("by-word", Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"));
    }

    @Bean
    QueryableStore counts() {
        return QueryableStore.of("wordCount", "counts", Serdes.String(), Serdes.Long());
    }

    private static void requireGood(String word) {
        if (word.startsWith("bad")) {
            throw new IllegalArgumentException(word + " is not a good word");
        }
    }

    @Bean
    ApplicationListener<PayloadApplicationEvent<TopologyStateChange>> words(KafkaTemplate<String, String> template) {
        AtomicBoolean sent = new AtomicBoolean();
        return event -> {
            if (event.getPayload().to() == TopologyState.RUNNING && sent.compareAndSet(false, true)) {
                template.send("words", "key", "good");
                template.send("words", "key", "bad");
            }
        };
    }
}
