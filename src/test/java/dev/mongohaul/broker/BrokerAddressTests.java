package dev.mongohaul.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressTests {

    @ParameterizedTest
    @CsvSource({
        "tcp://queue1:61617, tcp://queue1:61617",
        "tcp://queue1, tcp://queue1:61616",
        "ssl://queue1/, ssl://queue1:61616",
        "tcp://[::1]:61616, tcp://[::1]:61616"
    })
    void addressIsReadFromTheEnvironment(String url, String address) {
        assertThat(BrokerAddress.of(Map.of("MONGOHAUL_BROKER_URL", url)))
                .hasValueSatisfying(found -> assertThat(found).hasToString(address));
    }

    @Test
    void emptyVariableNamesNoBroker() {
        assertThat(BrokerAddress.of(Map.of("MONGOHAUL_BROKER_URL", " "))).isEmpty();
        assertThat(BrokerAddress.of(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queue1:61616",
                "http://queue1:61616",
                "tcp://",
                "tcp://queue1:61616?sslEnabled=true",
                "tcp://queue1:61616/queue",
                "tcp://queue 1:61616"
            })
    void otherTextsAreRefused(String url) {
        assertThatThrownBy(() -> BrokerAddress.of(Map.of("MONGOHAUL_BROKER_URL", url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("MONGOHAUL_BROKER_URL is not ")
                .hasMessageEndingWith("Write tcp://HOST:PORT or ssl://HOST:PORT, for example tcp://queue1:61616.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://me:s3cret@queue1:61616", "tcp://s3cret@queue1", "ssl://:s3cret@queue1:1"})
    void passwordIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> BrokerAddress.of(Map.of("MONGOHAUL_BROKER_URL", url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains a user or a password")
                .hasMessageNotContaining("s3cret");
    }
}
