package dev.mongohaul.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** HTTP client that sends figures with a limited time, and follows no redirects. */
final class HttpPost {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final int OK = 2;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** @throws UncheckedIOException if the receiver is away or answers anything but 200 to 299 */
    void send(URI url, Map<String, String> headers, byte[] body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url).timeout(TIMEOUT).POST(BodyPublishers.ofByteArray(body));
        headers.forEach(request::setHeader);
        try {
            int status = client.send(request.build(), BodyHandlers.discarding()).statusCode();
            if (status / 100 != OK) {
                throw new IOException("answered " + status);
            }
        } catch (IOException e) {
            // Messages of the client can have the address.
            String answer = String.valueOf(e.getMessage());
            String why = answer.startsWith("answered ")
                    ? answer
                    : "cannot be reached (" + e.getClass().getSimpleName() + ")";
            throw new UncheckedIOException(why, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
