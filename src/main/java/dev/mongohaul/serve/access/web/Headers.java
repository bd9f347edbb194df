package dev.mongohaul.serve.access.web;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** What browsers are told of each response, besides what Spring Security says by itself: nosniff, no-store, HSTS under TLS. */
final class Headers {

    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    private static final String CONTENT =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';" + " frame-ancestors 'none'";

    private Headers() {}

    static void set(HeadersConfigurer<HttpSecurity> headers) {
        headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT))
                // Other programs of the domain are not for this one to speak for.
                .httpStrictTransportSecurity(policy -> policy.includeSubDomains(false))
                // With no-referrer, browsers say no origin of forms, not even to the page's own site.
                .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN))
                .crossOriginOpenerPolicy(policy -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN));
    }
}
