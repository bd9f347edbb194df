package dev.mongohaul.serve.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.Arrays;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.savedrequest.RequestCache;

/**
 * Guards all requests, by the {@link Access} given: first the body, then its host, then its origin, then tokens and roles. Where there are no
 * users, whoever reaches the program has all roles; the other rules hold all the same.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestLimits.class)
public class AccessConfiguration {

    static final String OPERATE = "ROLE_" + Role.OPERATE;

    /**
     * Bytes that the operating system takes of the answers of a connection. A client that reads nothing holds no thread as
     * long as they hold all that it can ask for before a login: {@code server.tomcat.max-keep-alive-requests} small pages.
     */
    private static final String SEND_BUFFER = "262144";

    /** After those that make of a proxy's headers what the browser asked for, and before all others. */
    private static final int FIRST = Ordered.HIGHEST_PRECEDENCE + 1;

    @Bean
    FilterRegistrationBean<Filter> bodyFilter(Access access, RequestLimits limits) {
        FilterRegistrationBean<Filter> registration = ordered(new BodyFilter(limits, access.hasUsers()), FIRST);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }

    @Bean
    FilterRegistrationBean<Filter> hostFilter(Access access) {
        return ordered(new HostFilter(access.hosts()), FIRST + 1);
    }

    @Bean
    FilterRegistrationBean<Filter> originFilter() {
        return ordered(new OriginFilter(), FIRST + 2);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedTomcat(Pages pages) {
        return server -> {
            server.addConnectorCustomizers(
                    UnreadBodies::close, connector -> connector.setProperty("socket.txBufSize", SEND_BUFFER));
            server.addContextCustomizers(
                    context -> context.getParent().getPipeline().addValve(new TomcatErrors(pages)));
        };
    }

    private static FilterRegistrationBean<Filter> ordered(Filter filter, int order) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        return registration;
    }

    /** A job's name can have a percent sign; nothing decodes a path twice. */
    @Bean
    HttpFirewall accessFirewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowUrlEncodedPercent(true);
        return firewall;
    }

    /** Other refusals have the headers from a filter that comes behind the firewall. */
    @Bean
    RequestRejectedHandler firewallRefusal() {
        return (request, response, rejected) -> {
            Headers.write(request, response);
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
        };
    }

    @Bean
    Pages accessPages() {
        return new Pages();
    }

    @Bean
    LoginPage loginPage(Pages pages, Access access) {
        return new LoginPage(pages, access.hasUsers());
    }

    @Bean
    AccessModel accessModel() {
        return new AccessModel();
    }

    @Bean
    AuthenticationManager authenticationManager(Access access, Clock clock) {
        return new ProviderManager(new UserLogin(access.users(), clock));
    }

    /** Of programs: they log in with each request, and have no session. */
    @Bean
    @Order(1)
    SecurityFilterChain endpointAccess(HttpSecurity http, Access access, AuthenticationManager users) {
        http.securityMatcher("/actuator/**")
                .headers(Headers::set)
                .authenticationManager(users)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .authorizeHttpRequests(Rules::ofEndpoints);
        if (access.hasUsers()) {
            http.httpBasic(basic -> basic.authenticationEntryPoint(new BasicRefusal()));
        } else {
            http.anonymous(anybody -> anybody.authorities(allRoles()));
        }
        return http.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain pageAccess(
            HttpSecurity http, Access access, AuthenticationManager users, LoginPage login, Pages pages) {
        RequestCache wanted = Cookies.wanted();
        http.headers(Headers::set)
                .authenticationManager(users)
                .csrf(Cookies::tokens)
                .requestCache(cache -> cache.requestCache(wanted))
                .exceptionHandling(refused -> refused.accessDeniedHandler(new DeniedPage(pages)))
                .authorizeHttpRequests(Rules::ofPages);
        if (access.hasUsers()) {
            http.formLogin(form -> form.loginPage(LoginPage.PATH)
                            .successHandler(new WantedPage(wanted))
                            .failureHandler(login))
                    .logout(logout -> logout.logoutSuccessUrl(LoginPage.PATH + "?out"));
        } else {
            http.logout(logout -> logout.disable()).anonymous(anybody -> anybody.authorities(allRoles()));
        }
        return http.build();
    }

    private static String[] allRoles() {
        return Arrays.stream(UserLogin.roles(Role.OPERATE))
                .map(role -> "ROLE_" + role)
                .toArray(String[]::new);
    }
}
