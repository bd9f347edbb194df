package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.XXssProtectionHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter.XFrameOptionsMode;

/** Security headers of all responses, including those that bypass Spring Security. */
final class Headers {

    /** No foreign content, no inline scripts or styles, no frames. */
    private static final String CONTENT =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final List<HeaderWriter> WRITERS = List.of(
            new ContentSecurityPolicyHeaderWriter(CONTENT),
            new XContentTypeOptionsHeaderWriter(),
            new XXssProtectionHeaderWriter(),
            new CacheControlHeadersWriter(),
            // Without subdomains, which may belong to other programs.
            new HstsHeaderWriter(false),
            new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY),
            // With no-referrer, browsers would send "Origin: null" with the forms of the same site.
            new ReferrerPolicyHeaderWriter(ReferrerPolicy.SAME_ORIGIN),
            openerPolicy(),
            resourcePolicy());

    private Headers() {}

    private static HeaderWriter openerPolicy() {
        CrossOriginOpenerPolicyHeaderWriter writer = new CrossOriginOpenerPolicyHeaderWriter();
        writer.setPolicy(CrossOriginOpenerPolicy.SAME_ORIGIN);
        return writer;
    }

    private static HeaderWriter resourcePolicy() {
        CrossOriginResourcePolicyHeaderWriter writer = new CrossOriginResourcePolicyHeaderWriter();
        writer.setPolicy(CrossOriginResourcePolicy.SAME_ORIGIN);
        return writer;
    }

    /** Configures Spring Security to write the headers. */
    static void set(HeadersConfigurer<HttpSecurity> headers) {
        headers.defaultsDisabled();
        WRITERS.forEach(headers::addHeaderWriter);
    }

    /** Writes the headers that the response does not have yet. */
    static void write(HttpServletRequest request, HttpServletResponse response) {
        WRITERS.forEach(writer -> writer.writeHeaders(request, response));
    }

    /** Answers with one sentence of plain text, which has no part of the request. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, int status, String message)
            throws IOException {
        byte[] text = (message + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        write(request, response);
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }
}
