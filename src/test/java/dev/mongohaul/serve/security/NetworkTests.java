package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.serve.security.LoginThrottle.Network;
import org.junit.jupiter.api.Test;

class NetworkTests {

    @Test
    void ipv4AddressIsItsOwnNetwork() {
        assertThat(Network.of("10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(Network.of("::ffff:10.1.2.3")).isEqualTo("10.1.2.3");
    }

    @Test
    void ipv6AddressesOfOne64AreOneNetwork() {
        assertThat(Network.of("2001:db8:1:2::1")).isEqualTo(Network.of("2001:db8:1:2:ffff::9%eth0"));
        assertThat(Network.of("2001:db8:1:2::1")).isNotEqualTo(Network.of("2001:db8:1:3::1"));
    }

    @Test
    void otherTextIsShortened() {
        assertThat(Network.of("proxy.example.com")).isEqualTo("proxy.example.com");
        assertThat(Network.of("x".repeat(100_000))).hasSizeLessThan(65);
        assertThat(Network.of(":".repeat(100_000))).hasSizeLessThan(65);
    }
}
