package dev.mongohaul.notification;

import dev.mongohaul.notification.Delivery.Outcome;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Sends notices to a webhook, once each; follows no redirection. Thread-safe. */
final class WebhookSender {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration WHOLE = Duration.ofSeconds(15);
    private static final int OK = 2;
    private static final int CLIENT_ERROR = 4;

    /** Request timeout, too early, too many requests: of the errors that are said to be ours, those that pass. */
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final Webhook webhook;
    private final Duration whole;
    private final HttpClient client;

    WebhookSender(Webhook webhook) {
        this(webhook, WHOLE);
    }

    /** @param whole from the first byte sent to the last one received */
    WebhookSender(Webhook webhook, Duration whole) {
        this.webhook = webhook;
        this.whole = whole;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** The receiver for people. */
    String receiver() {
        return webhook.receiver();
    }

    /** Never throws for what the receiver does. */
    Delivery send(String id, byte[] body) throws InterruptedException {
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(request(id, body), BodyHandlers.discarding());
        try {
            return judge(answer.get(whole.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Delivery.of(Outcome.LATER, "did not answer within " + whole.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Delivery.of(Outcome.LATER, describe(e));
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
            request.header("X-Mongohaul-Signature", Signature.of(body, webhook.secret(), Instant.now()));
        }
        return request.build();
    }

    private static Delivery judge(HttpResponse<Void> response) {
        int status = response.statusCode();
        String answer = "answered " + status;
        if (status / 100 == OK) {
            return Delivery.of(Outcome.DELIVERED, answer);
        }
        boolean forGood = status / 100 == CLIENT_ERROR && !PASSING.contains(status);
        return new Delivery(forGood ? Outcome.REFUSED : Outcome.LATER, answer, retryAfter(response.headers()));
    }

    /** In seconds; a date there is left aside. */
    private static Duration retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(Duration.ZERO);
    }

    /** In our words: those of the exceptions can have the address. */
    private static String describe(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof HttpTimeoutException) {
            return "cannot be reached within " + CONNECT.toSeconds() + " s";
        }
        if (cause instanceof SSLException) {
            return "does not speak TLS as it should, or has a certificate that is not trusted";
        }
        return "cannot be reached ("
                + (cause == null ? failure : cause).getClass().getSimpleName() + ")";
    }
}
