package io.streamsboot.boot.autoconfigure;

import io.streamsboot.boot.query.AdvertisedAddress;
import io.streamsboot.boot.query.HttpQueryPeers;
import io.streamsboot.boot.query.PeerPolicy;
import io.streamsboot.boot.query.QueryPeerRequestCustomizer;
import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.runtime.LateSetting;
import java.net.http.HttpClient;
import javax.net.ssl.SSLContext;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of how the instances of an application find and ask each other: {@code application.server} is the
 * address of the server that has the endpoint, once its port is known.
 *
 * <p>To change something, use a property below {@code streams.queries.server} and {@code streams.queries.peers}; declare
 * {@link QueryPeerRequestCustomizer} beans to authenticate; in the end declare a {@link QueryPeers} bean, which replaces
 * the way to ask.
 */
@AutoConfiguration(before = {StreamsAutoConfiguration.class, StreamsQueriesAutoConfiguration.class})
@ConditionalOnClass({WebServerInitializedEvent.class, JsonMapper.class, HttpClient.class, StreamsConfig.class})
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(
        name = {"streams.enabled", "streams.queries.enabled", "streams.queries.peers.enabled"},
        matchIfMissing = true)
@EnableConfigurationProperties(StreamsQueriesProperties.class)
public final class QueryPeersAutoConfiguration {

    private static final String KEY = StreamsQueriesProperties.PREFIX + ".peers";

    QueryPeersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    AdvertisedAddress streamsAdvertisedAddress(StreamsQueriesProperties properties) {
        QueryServerProperties server = properties.getServer();
        Integer port = server.getPort();
        if (port != null && (port < 1 || port > 65_535)) {
            throw new InvalidConfigurationPropertyValueException(
                    StreamsQueriesProperties.PREFIX + ".server.port", port, "It must be from 1 to 65535.");
        }
        return new AdvertisedAddress(server.getHost(), port);
    }

    @Bean
    ApplicationListener<WebServerInitializedEvent> streamsAdvertisedAddressListener(AdvertisedAddress address) {
        return event -> address.listening(
                event.getWebServer().getPort(),
                "management".equals(event.getApplicationContext().getServerNamespace()));
    }

    @Bean
    StreamsConfigCustomizer streamsApplicationServerCustomizer(AdvertisedAddress address) {
        return (topology, config) ->
                config.putIfAbsent(StreamsConfig.APPLICATION_SERVER_CONFIG, (LateSetting) address::hostAndPort);
    }

    @Bean
    @ConditionalOnMissingBean(QueryPeers.class)
    HttpQueryPeers streamsQueryPeers(
            StreamsQueriesProperties properties,
            Environment environment,
            AdvertisedAddress address,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<QueryPeerRequestCustomizer> customizers) {
        QueryPeersProperties peers = properties.getPeers();
        PeerPolicy policy;
        try {
            policy = new PeerPolicy(peers.getAllowed());
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(
                    KEY + ".allowed", peers.getAllowed(), String.valueOf(e.getMessage()));
        }
        PropertyChecks.millis(peers.getConnectTimeout(), 1, KEY + ".connect-timeout");
        PropertyChecks.millis(peers.getReadTimeout(), 1, KEY + ".read-timeout");
        SSLContext ssl = ssl(peers.getSslBundle(), bundles);
        HttpQueryPeers.Settings settings = new HttpQueryPeers.Settings(
                peers.isHttps() || ssl != null,
                path(peers.getPath(), environment),
                peers.getConnectTimeout(),
                peers.getReadTimeout(),
                peers.getMaxResponseSize().toBytes(),
                ssl);
        return new HttpQueryPeers(
                settings,
                policy,
                address::isLoopback,
                customizers.orderedStream().toList());
    }

    private static @Nullable SSLContext ssl(@Nullable String bundle, ObjectProvider<SslBundles> bundles) {
        return bundle == null ? null : bundles.getObject().getBundle(bundle).createSslContext();
    }

    private static String path(@Nullable String given, Environment environment) {
        if (given != null) {
            if (!given.startsWith("/")) {
                throw new InvalidConfigurationPropertyValueException(KEY + ".path", given, "It must begin with '/'.");
            }
            return given;
        }
        boolean apart = environment.containsProperty("management.server.port")
                && !environment
                        .getProperty("management.server.port", "")
                        .equals(environment.getProperty("server.port", "8080"));
        String server = apart
                ? environment.getProperty("management.server.base-path", "")
                : environment.getProperty(
                        "server.servlet.context-path", environment.getProperty("spring.webflux.base-path", ""));
        String endpoints = environment.getProperty("management.endpoints.web.base-path", "/actuator");
        String endpoint =
                environment.getProperty("management.endpoints.web.path-mapping.streamsstores", "streamsstores");
        return (server + "/" + endpoints + "/" + endpoint).replaceAll("/+", "/");
    }
}
