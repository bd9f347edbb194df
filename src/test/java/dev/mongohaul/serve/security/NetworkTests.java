package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkTests {

    @Test
    void ipv4AddressIsItsOwnNetwork() {
        assertThat(LoginThrottle.network("10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(LoginThrottle.network("::ffff:10.1.2.3")).isEqualTo("10.1.2.3");
    }

    @Test
    void ipv6AddressesOfOne64AreOneNetwork() {
        assertThat(LoginThrottle.network("2001:db8:1:2::1"))
                .isEqualTo(LoginThrottle.network("2001:db8:1:2:ffff::9%eth0"));
        assertThat(LoginThrottle.network("2001:db8:1:2::1")).isNotEqualTo(LoginThrottle.network("2001:db8:1:3::1"));
    }

    @Test
    void otherTextIsShortened() {
        assertThat(LoginThrottle.network("proxy.example.com")).isEqualTo("proxy.example.com");
        assertThat(LoginThrottle.network("x".repeat(100_000))).hasSizeLessThan(65);
        assertThat(LoginThrottle.network(":".repeat(100_000))).hasSizeLessThan(65);
    }
}
