package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSenderTests {

    private static final byte[] BODY = "{\"job\":\"pr\u00f6ducts\"}".getBytes(StandardCharsets.UTF_8);

    private final Receiver receiver = Receiver.start();
    private final WebhookSender sender = sender(receiver.url(), "s3cret");

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void notificationIsPostedWithItsIdAndSignature() throws InterruptedException {
        long before = Instant.now().getEpochSecond();

        Delivery delivery = sender.send("products@2026-11-20T02:30:00Z", BODY);

        assertThat(delivery.outcome()).isEqualTo(DeliveryOutcome.DELIVERED);
        assertThat(receiver.posts()).singleElement().satisfies(post -> {
            assertThat(post.method()).isEqualTo("POST");
            assertThat(post.uri()).hasToString(Receiver.SECRET_PATH);
            assertThat(post.body()).isEqualTo(new String(BODY, StandardCharsets.UTF_8));
            assertThat(post.headers().getFirst("Content-Type")).isEqualTo("application/json");
            assertThat(post.headers().getFirst("X-Mongohaul-Id")).isEqualTo("products@2026-11-20T02:30:00Z");
            String signature = post.headers().getFirst("X-Mongohaul-Signature");
            long time = Long.parseLong(signature.substring(2, signature.indexOf(',')));
            assertThat(time).isBetween(before, before + 15);
            assertThat(signature).isEqualTo(WebhookSender.signature(BODY, "s3cret", Instant.ofEpochSecond(time)));
        });
    }

    @Test
    void withoutASecretNothingIsSigned() throws InterruptedException {
        sender(receiver.url(), null).send("id", BODY);

        assertThat(receiver.posts().get(0).headers()).doesNotContainKey("X-Mongohaul-Signature");
    }

    @ParameterizedTest
    @CsvSource({
        "200, DELIVERED",
        "202, DELIVERED",
        "204, DELIVERED",
        "301, LATER",
        "400, REFUSED",
        "401, REFUSED",
        "404, REFUSED",
        "408, LATER",
        "410, REFUSED",
        "425, LATER",
        "429, LATER",
        "500, LATER",
        "503, LATER",
    })
    void statusDecidesWhetherToSendAgain(int status, DeliveryOutcome outcome) throws InterruptedException {
        receiver.answering(status);

        Delivery delivery = sender.send("id", BODY);

        assertThat(delivery.outcome()).isEqualTo(outcome);
        assertThat(delivery.answer()).isEqualTo("answered " + status);
    }

    @Test
    void redirectionIsNotFollowed() throws InterruptedException {
        receiver.answering(307, "Location", receiver.url().toString());

        assertThat(sender.send("id", BODY).outcome()).isEqualTo(DeliveryOutcome.LATER);
        assertThat(receiver.posts()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"120, 120", "-1, 0", "999999999999, 0", "'Fri, 20 Nov 2026 02:30:00 GMT', 0"})
    void retryAfterIsReadInSeconds(String header, long seconds) throws InterruptedException {
        receiver.answering(503, "Retry-After", header);

        assertThat(sender.send("id", BODY).pause()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void timeoutIsRetried() throws InterruptedException {
        receiver.answeringLate(2000);

        Delivery delivery =
                new WebhookSender(new Webhook(receiver.url(), null, null), Duration.ofSeconds(1)).send("id", BODY);

        assertThat(delivery).isEqualTo(Delivery.of(DeliveryOutcome.LATER, "did not answer within 1 s"));
    }

    @Test
    void unreachableReceiverIsRetried() throws InterruptedException {
        receiver.close();

        Delivery delivery = sender.send("id", BODY);

        assertThat(delivery.outcome()).isEqualTo(DeliveryOutcome.LATER);
        assertThat(delivery.answer()).startsWith("cannot be reached").doesNotContain("s3cret");
    }

    @Test
    void failureDoesNotShowTheAddress() throws InterruptedException {
        Delivery delivery =
                sender(URI.create("http://no-such-host.invalid/s3cret"), null).send("id", BODY);

        assertThat(delivery.outcome()).isEqualTo(DeliveryOutcome.LATER);
        assertThat(delivery.answer()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void otherProtocolIsRetried(String scheme) throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread talking = new Thread(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream().write("220 mail ready\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // The sender closed the connection first.
                }
            });
            talking.start();

            Delivery delivery = sender(URI.create(scheme + "://127.0.0.1:" + server.getLocalPort() + "/s3cret"), null)
                    .send("id", BODY);

            assertThat(delivery.outcome()).isEqualTo(DeliveryOutcome.LATER);
            assertThat(delivery.answer()).doesNotContain("s3cret");
        }
    }

    private static WebhookSender sender(URI url, @Nullable String secret) {
        return new WebhookSender(new Webhook(url, secret, null));
    }
}
