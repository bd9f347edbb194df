package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTests {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    void loopbackAddressNeedsNoUsers(String address) {
        assertThat(Access.of(address, List.of(), Optional.empty()).hasUsers()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void reachableAddressRequiresUsers(String address) {
        assertThatThrownBy(() -> Access.of(address, List.of(), Optional.empty()))
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContainingAll("--address=" + address, "mongohaul password", "--users-file");
    }

    @Test
    void namesAreComparedInSmallLetters() {
        Access access = Access.of("127.0.0.1", List.of("Nights.Example.com.", "[2001:DB8::1]"), Optional.empty());

        assertThat(access.hosts()).containsExactlyInAnyOrder("127.0.0.1", "nights.example.com", "2001:db8::1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://nights.example.com", "nights.example.com:8080", "a b", "*"})
    void invalidHostIsRefused(String host) {
        assertThatThrownBy(() -> Access.of("127.0.0.1", List.of(host), Optional.empty()))
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContaining("--host=" + host);
    }
}
