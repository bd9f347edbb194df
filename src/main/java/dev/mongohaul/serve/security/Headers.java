package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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

/** Headers of each response, also of those that come past no filter of Spring Security. */
final class Headers {

    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    private static final String CONTENT =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';" + " frame-ancestors 'none'";

    private static final List<HeaderWriter> WRITERS = List.of(
            new ContentSecurityPolicyHeaderWriter(CONTENT),
            new XContentTypeOptionsHeaderWriter(),
            new XXssProtectionHeaderWriter(),
            new CacheControlHeadersWriter(),
            // Other programs of the domain are not for this one to speak for.
            new HstsHeaderWriter(false),
            new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY),
            // With no-referrer, browsers say no origin of forms, not even to the page's own site.
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

    /** Has Spring Security set them. */
    static void set(HeadersConfigurer<HttpSecurity> headers) {
        headers.defaultsDisabled();
        WRITERS.forEach(headers::addHeaderWriter);
    }

    /** Sets those that the response does not have. */
    static void write(HttpServletRequest request, HttpServletResponse response) {
        WRITERS.forEach(writer -> writer.writeHeaders(request, response));
    }
}
