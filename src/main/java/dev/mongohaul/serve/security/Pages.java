package dev.mongohaul.serve.security;

import dev.mongohaul.report.render.Templates;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.springframework.security.web.csrf.CsrfToken;

/** The pages of the login and of what is refused, filled and sent. Thread-safe. */
final class Pages {

    private final Templates templates = new Templates(Pages.class);

    /** Sends the form to log in, with a sentence above it, which may be empty. */
    void login(HttpServletRequest request, HttpServletResponse response, String message) throws IOException {
        Map<String, Object> values = new HashMap<>();
        values.put("message", message);
        if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token) {
            values.put("tokenName", token.getParameterName());
            values.put("token", token.getToken());
        }
        send(response, templates.fill("login.html", values));
    }

    /** Sends why something was refused, with the status that the response has. */
    void denied(HttpServletResponse response, String title, String message) throws IOException {
        send(response, denied(title, message));
    }

    /** The page that says why something was refused. */
    String denied(String title, String message) {
        return templates.fill("denied.html", Map.of("title", title, "message", message));
    }

    private static void send(HttpServletResponse response, String page) throws IOException {
        byte[] html = page.getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(html.length);
        response.getOutputStream().write(html);
    }
}
