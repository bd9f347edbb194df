package dev.mongohaul.serve.security;

import dev.mongohaul.serve.Served;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a browser keeps between requests: cookies, and no more. */
final class Browser {

    private static final String TOKEN_COOKIE = "XSRF-TOKEN";
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final Served served;
    private final Map<String, String> cookies;
    private final Map<String, String> headers = new LinkedHashMap<>();

    Browser(Served served) {
        this(served, new LinkedHashMap<>());
    }

    private Browser(Served served, Map<String, String> cookies) {
        this.served = served;
        this.cookies = cookies;
    }

    /** The same one, whose next requests have one more header. */
    Browser with(String header, String value) {
        Browser saying = new Browser(served, cookies);
        saying.headers.putAll(headers);
        saying.headers.put(header, value);
        return saying;
    }

    /** As somebody else had it kept. */
    void plant(String name, String value) {
        cookies.put(name, value);
    }

    HttpResponse<String> get(String path) {
        return send(served.request(path).header("Accept", "text/html"));
    }

    /** A form of a page: its token comes in a cookie and, the same, in a field. */
    HttpResponse<String> postWithToken(String path) {
        return send(served.request(path)
                .header("X-XSRF-TOKEN", masked(cookies.getOrDefault(TOKEN_COOKIE, "")))
                .POST(BodyPublishers.noBody()));
    }

    /** A form of another page, with all cookies and without a token. */
    HttpResponse<String> postWithoutToken(String path) {
        return send(served.request(path).POST(BodyPublishers.noBody()));
    }

    /** Fills the form of the login page. */
    HttpResponse<String> logIn(String name, String password) {
        Matcher token = TOKEN.matcher(get("/login").body());
        String field = token.find() ? token.group(1) : "";
        String form = Map.of("username", name, "password", password, "_csrf", field).entrySet().stream()
                .map(value -> value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(served.request("/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    String cookie(String name) {
        return cookies.getOrDefault(name, "");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        headers.forEach(request::header);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = Served.send(request);
        response.headers().allValues("Set-Cookie").forEach(this::keep);
        return response;
    }

    private void keep(String cookie) {
        String[] pair = cookie.split(";", -1)[0].split("=", 2);
        if (pair[1].isEmpty()) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }

    /** As a page has it: each time another text, so that it cannot be guessed from the length of packed pages. */
    private static String masked(String token) {
        byte[] plain = token.getBytes(StandardCharsets.UTF_8);
        byte[] masked = new byte[2 * plain.length];
        System.arraycopy(plain, 0, masked, plain.length, plain.length);
        return Base64.getUrlEncoder().encodeToString(masked);
    }
}
