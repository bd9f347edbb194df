package dev.mongohaul.notification;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.net.ssl.SSLException;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/** HTTP client that posts notifications to a webhook. Makes one attempt, follows no redirects. Thread-safe. */
final class WebhookSender {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int OK = 2;
    private static final int CLIENT_ERROR = 4;

    /** Client errors that may pass: request timeout, too early, too many requests. */
    private static final Set<Integer> TRANSIENT = Set.of(408, 425, 429);

    private final Webhook webhook;
    private final Duration timeout;
    private final HttpClient client;

    WebhookSender(Webhook webhook) {
        this(webhook, TIMEOUT);
    }

    /** @param timeout from the first byte sent to the last byte received */
    WebhookSender(Webhook webhook, Duration timeout) {
        this.webhook = webhook;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Returns the name of the receiver, which may be printed. */
    String receiver() {
        return webhook.receiver();
    }

    /** Sends one notification, as {@link #send(String, byte[])}. */
    Delivery send(Notification notification, Duration limit) throws InterruptedException {
        return send(notification.id(), webhook.body(notification), limit);
    }

    Delivery send(Notification notification) throws InterruptedException {
        return send(notification, timeout);
    }

    /** Sends one notification. Failures of the receiver are part of the result and not thrown. */
    Delivery send(String id, byte[] body) throws InterruptedException {
        return send(id, body, timeout);
    }

    private Delivery send(String id, byte[] body, Duration limit) throws InterruptedException {
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(request(id, body), BodyHandlers.discarding());
        try {
            return judge(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Delivery.of(DeliveryOutcome.LATER, "did not answer within " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Delivery.of(DeliveryOutcome.LATER, describe(e));
        } finally {
            answer.cancel(true);
        }
    }

    private HttpRequest request(String id, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(webhook.url())
                .header("Content-Type", "application/json")
                .header("User-Agent", "mongohaul")
                .header("X-Mongohaul-Id", id)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (webhook.secret() != null) {
            request.header("X-Mongohaul-Signature", signature(body, webhook.secret(), Instant.now()));
        }
        return request.build();
    }

    private static Delivery judge(HttpResponse<Void> response) {
        int status = response.statusCode();
        String answer = "answered " + status;
        if (status / 100 == OK) {
            return Delivery.of(DeliveryOutcome.DELIVERED, answer);
        }
        boolean refused = status / 100 == CLIENT_ERROR && !TRANSIENT.contains(status);
        return new Delivery(
                refused ? DeliveryOutcome.REFUSED : DeliveryOutcome.LATER, answer, retryAfter(response.headers()));
    }

    /** Returns the seconds of Retry-After; ignores a date. */
    private static Duration retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(Duration.ZERO);
    }

    /** Describes the failure without the exception's message, which can contain the address. */
    private static String describe(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof HttpTimeoutException) {
            return "cannot be reached within " + CONNECT.toSeconds() + " s";
        }
        if (cause instanceof SSLException) {
            return "does not speak TLS, or has a certificate that is not trusted";
        }
        return "cannot be reached ("
                + (cause == null ? failure : cause).getClass().getSimpleName() + ")";
    }

    /**
     * Returns the signature of a notification, which proves to the receiver that the sender knows the secret, and when it
     * was sent: {@code t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hex>}.
     *
     * <p>Uses the scheme of Stripe's webhooks (docs.stripe.com/webhooks, "Verify webhook signatures manually"), for which
     * most languages have a library. The time is signed with the body, which prevents a replay.
     */
    static String signature(byte[] body, String secret, Instant time) {
        long seconds = time.getEpochSecond();
        Mac mac = HmacUtils.getInitializedMac(HmacAlgorithms.HMAC_SHA_256, secret.getBytes(StandardCharsets.UTF_8));
        mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
        return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    }
}
