package io.streamsboot.boot.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerPolicyTests {

    private final PeerPolicy standard = new PeerPolicy(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.0.1",
                "fe80::1",
                "::ffff:169.254.169.254",
                "100.100.100.200",
                "192.0.0.192",
                "168.63.129.16",
                "fd00:ec2::254",
                "0.0.0.0",
                "::",
                "224.0.0.1",
                "ff02::1",
                "2852039166",
                "unavailable",
                "",
                "a b",
                "host/path",
                "user@10.0.0.1",
                "10.0.0.1#",
                "10.0.0.1?x=y",
                "[10.0.0.1]",
                "\r\nHost: evil"
            })
    void neverAsksTheseWhateverIsAllowed(String host) {
        for (PeerPolicy policy : List.of(standard, new PeerPolicy(List.of("0.0.0.0/0", "::/0", "*.example.org")))) {
            assertThatExceptionOfType(RefusedPeerException.class).isThrownBy(() -> policy.check(host, true));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "2001:4860:4860::8888", "127.0.0.1", "::1", "localhost"})
    void asksOnlyPrivateAddressesUnlessTold(String host) {
        assertThatExceptionOfType(RefusedPeerException.class).isThrownBy(() -> standard.check(host, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd12::1"})
    void asksPrivateAddresses(String host) {
        assertThat(standard.check(host, false)).isNotNull();
    }

    @Test
    void asksLoopbackOnlyIfAllAreOnOneMachine() {
        assertThat(standard.check("127.0.0.1", true).isLoopbackAddress()).isTrue();
        assertThat(new PeerPolicy(List.of("localhost")).check("localhost", false))
                .isNotNull();
    }

    @Test
    void aListReplacesTheStandard() {
        PeerPolicy policy = new PeerPolicy(List.of("10.1.0.0/16", "192.168.7.9"));
        assertThat(policy.check("10.1.255.1", false)).isNotNull();
        assertThat(policy.check("192.168.7.9", false)).isNotNull();
        for (String host : List.of("10.2.0.1", "192.168.7.8", "127.0.0.1")) {
            assertThatExceptionOfType(RefusedPeerException.class)
                    .isThrownBy(() -> policy.check(host, true))
                    .withMessageContaining("streams.queries.peers.allowed");
        }
    }

    @Test
    void refusesAnEntryThatIsNothing() {
        for (String entry : List.of("10.0.0.0/99", "a b", "10.0.0.300/8", "http://host")) {
            assertThatIllegalArgumentException().isThrownBy(() -> new PeerPolicy(List.of(entry)));
        }
    }
}
