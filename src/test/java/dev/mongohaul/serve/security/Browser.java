package dev.mongohaul.serve.security;

import dev.mongohaul.serve.Served;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
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

/** Browser that only keeps cookies. */
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

    /** Returns the same browser with an additional header. */
    Browser with(String header, String value) {
        Browser saying = new Browser(served, cookies);
        saying.headers.putAll(headers);
        saying.headers.put(header, value);
        return saying;
    }

    /** Sets a cookie. */
    void plant(String name, String value) {
        cookies.put(name, value);
    }

    HttpResponse<String> get(String path) {
        return send(served.request(path).header("Accept", "text/html"));
    }

    /** Posts with the token of the cookie. */
    HttpResponse<String> postWithToken(String path) {
        return send(served.request(path)
                .header("X-XSRF-TOKEN", masked(cookies.getOrDefault(TOKEN_COOKIE, "")))
                .POST(BodyPublishers.noBody()));
    }

    /** Posts with all cookies, but without a token. */
    HttpResponse<String> postWithoutToken(String path) {
        return send(served.request(path).POST(BodyPublishers.noBody()));
    }

    /** Sends the form of the login page. */
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

    /** Posts a form with the token of the cookie. */
    HttpResponse<String> postForm(String path, String form) {
        return send(served.request(path)
                .header("X-XSRF-TOKEN", masked(cookies.getOrDefault(TOKEN_COOKIE, "")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    /** Returns the header of a request with all cookies. */
    String cookieHeader() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** Uses a socket, because the HTTP client of Java does not allow another host. */
    static int statusByHost(int port, String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream answer = socket.getInputStream();
            String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(text.split(" ", -1)[1]);
        }
    }

    String cookie(String name) {
        return cookies.getOrDefault(name, "");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        headers.forEach(request::header);
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookieHeader());
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

    /** Masks the token as pages do, against guessing it from the size of compressed pages. */
    private static String masked(String token) {
        byte[] plain = token.getBytes(StandardCharsets.UTF_8);
        byte[] masked = new byte[2 * plain.length];
        System.arraycopy(plain, 0, masked, plain.length, plain.length);
        return Base64.getUrlEncoder().encodeToString(masked);
    }
}
