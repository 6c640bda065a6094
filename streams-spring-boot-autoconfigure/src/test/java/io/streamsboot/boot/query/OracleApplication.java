package io.streamsboot.boot.query;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.topology.TopologyDefinition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One of several instances: keeps the latest value of each key, and says by which port it can be asked. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class OracleApplication {

    static final String TOPIC = "oracle.topic";
    static final String READY = "READY ";

    public static void main(String[] args) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(OracleApplication.class).run(args);
        System.out.println(READY + context.getEnvironment().getProperty("local.server.port"));
    }

    @Bean
    TopologyDefinition oracle(@Value("${" + TOPIC + "}") String topic) {
        return builder ->
                builder.table(topic, Consumed.with(Serdes.String(), Serdes.Long()), Materialized.as("latest"));
    }

    @Bean
    QueryableStore latest() {
        return QueryableStore.of("oracle", "latest", Serdes.String(), Serdes.Long());
    }
}
