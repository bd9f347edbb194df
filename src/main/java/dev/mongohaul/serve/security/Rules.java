package dev.mongohaul.serve.security;

import jakarta.servlet.DispatcherType;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** Which requests take which role: looking takes one, and whatever is no looking, named or not, the other. */
final class Rules {

    private static final String VIEW = Role.VIEW.name();
    private static final String OPERATE = Role.OPERATE.name();

    private Rules() {}

    /** Of what people look at. */
    static void ofPages(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
        requests.requestMatchers(LoginPage.PATH, "/assets/**").permitAll();
        others(requests);
    }

    /** Of what programs look at. Whether this lives, is no secret: who asks has no password, as a rule. */
    static void ofEndpoints(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.requestMatchers("/actuator/health", "/actuator/health/**").permitAll();
        others(requests);
    }

    private static void others(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.requestMatchers(HttpMethod.GET).hasRole(VIEW);
        requests.requestMatchers(HttpMethod.HEAD).hasRole(VIEW);
        requests.anyRequest().hasRole(OPERATE);
    }
}
