package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;
import tools.jackson.databind.json.JsonMapper;

/** Security headers of all responses, including those that bypass Spring Security. */
final class Headers {

    /** No foreign content, no inline scripts or styles, no frames. */
    private static final String CONTENT =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final List<HeaderWriter> WRITERS = List.of(
            new StaticHeadersWriter("Content-Security-Policy", CONTENT),
            new StaticHeadersWriter("X-Content-Type-Options", "nosniff"),
            new StaticHeadersWriter("X-XSS-Protection", "0"),
            new CacheControlHeadersWriter(),
            // Without subdomains, which may belong to other programs.
            new HstsHeaderWriter(false),
            new StaticHeadersWriter("X-Frame-Options", "DENY"),
            // With no-referrer, browsers would send "Origin: null" with the forms of the same site.
            new StaticHeadersWriter("Referrer-Policy", "same-origin"),
            new StaticHeadersWriter("Cross-Origin-Opener-Policy", "same-origin"),
            new StaticHeadersWriter("Cross-Origin-Resource-Policy", "same-origin"));

    private Headers() {}

    /** Configures Spring Security to write the headers. */
    static void set(HeadersConfigurer<HttpSecurity> headers) {
        headers.defaultsDisabled();
        WRITERS.forEach(headers::addHeaderWriter);
    }

    /** Writes the headers that the response does not have yet. */
    static void write(HttpServletRequest request, HttpServletResponse response) {
        WRITERS.forEach(writer -> writer.writeHeaders(request, response));
    }

    /** Answers with one sentence, which has no part of the request: as plain text, or to programs as problem details. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, int status, String message)
            throws IOException {
        boolean program = isForApi(request);
        byte[] text = (program ? problem(status, message) : message + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(program ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : "text/plain;charset=UTF-8");
        write(request, response);
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }

    /** Returns whether the answer is for a program. The path may be one that no filter has checked. */
    static boolean isForApi(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/api/");
    }

    /** Returns problem details as JSON. */
    static String problem(int status, String message) {
        return JsonMapper.shared()
                .writeValueAsString(JsonMapper.shared()
                        .createObjectNode()
                        .put("title", HttpStatus.valueOf(status).getReasonPhrase())
                        .put("status", status)
                        .put("detail", message));
    }
}
