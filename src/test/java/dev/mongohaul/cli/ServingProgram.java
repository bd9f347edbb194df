package dev.mongohaul.cli;

import dev.mongohaul.cli.Program.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Running {@code serve} with a browser that runs no scripts. */
final class ServingProgram {

    private static final Pattern ADDRESS = Pattern.compile("Serving at (http://127\\.0\\.0\\.1:\\d+),");
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]*)\"");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Running running;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    ServingProgram(Running running) {
        this.running = running;
    }

    /** Waits for the address, such as {@code http://127.0.0.1:8080}, and returns it. */
    String address() {
        return Awaitility.await().atMost(TIMEOUT).until(this::found, text -> !text.isEmpty());
    }

    private String found() {
        Matcher address = ADDRESS.matcher(running.err());
        return address.find() ? address.group(1) : "";
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address() + path)));
    }

    /** Fills in a form of the page and sends it. */
    HttpResponse<String> post(String page, String action, String field, String value) {
        Matcher token = TOKEN.matcher(get(page).body());
        String body = "_csrf=" + (token.find() ? encoded(token.group(1)) : "") + "&" + field + "=" + encoded(value);
        return send(HttpRequest.newBuilder(URI.create(address() + action))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return browser.send(request.header("Accept", "text/html,*/*").build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
