package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookTests {

    private static final String URL = "https://hooks.example.com:8443/T0/s3cret?key=s3cret";

    @Test
    void environmentWithoutAddressHasNoWebhook() {
        assertThat(Webhook.of(Map.of("PATH", "/bin"))).isEmpty();
    }

    @Test
    void addressIsTakenWithItsPathAndQuery() {
        Webhook webhook = Webhook.of(Map.of("MONGOHAUL_WEBHOOK_URL", URL + "\n", "MONGOHAUL_WEBHOOK_SECRET", "k"))
                .orElseThrow();

        assertThat(webhook.url()).hasToString(URL);
        assertThat(webhook.secret()).isEqualTo("k");
    }

    @Test
    void onlySchemeAndHostAreShown() {
        Webhook webhook = new Webhook(java.net.URI.create(URL), "s3cret", null);

        assertThat(webhook).hasToString("https://hooks.example.com");
        assertThat(webhook.receiver()).isEqualTo("https://hooks.example.com");
    }

    @ParameterizedTest
    @CsvSource({
        "hooks.example.com/s3cret, does not begin with http:// or https://",
        "ftp://hooks.example.com/s3cret, does not begin with http:// or https://",
        "https:///s3cret, has no host",
        "https:s3cret, has no host",
        "https://hooks_a.example.com/s3cret, has no host",
        "https://user:s3cret@hooks.example.com/, has a user before its host",
        "https://hooks.example.com:70000/s3cret, its port is above 65535",
        "https://hooks.example.com/s3cret path, has a character that is not allowed",
        "https://hooks.example.com/%zz/s3cret, has a character that is not allowed",
    })
    void invalidAddressIsRefusedAndNotShown(String url, String why) {
        assertThatThrownBy(() -> Webhook.of(Map.of("MONGOHAUL_WEBHOOK_URL", url)))
                .isInstanceOf(InvalidWebhookException.class)
                .hasMessageContaining("MONGOHAUL_WEBHOOK_URL is not an address such as https://")
                .hasMessageContaining(why)
                .hasMessageNotContaining("s3cret")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MONGOHAUL_WEBHOOK_URL", "MONGOHAUL_WEBHOOK_SECRET"})
    void blankVariableIsRefused(String variable) {
        assertThatThrownBy(() -> Webhook.of(Map.of(variable, " ")))
                .isInstanceOf(InvalidWebhookException.class)
                .hasMessage(variable + " is set but empty. Give it a value, or unset it.");
    }

    @Test
    void secretWithoutAnAddressIsRefused() {
        assertThatThrownBy(() -> Webhook.of(Map.of("MONGOHAUL_WEBHOOK_SECRET", "s3cret")))
                .isInstanceOf(InvalidWebhookException.class)
                .hasMessageStartingWith("MONGOHAUL_WEBHOOK_SECRET is set, but MONGOHAUL_WEBHOOK_URL")
                .hasMessageNotContaining("s3cret");
    }
}
