package dev.mongohaul.serve.security;

import dev.mongohaul.repository.RepositoryDatabase;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.time.Clock;
import java.util.regex.Pattern;
import org.apache.catalina.Pipeline;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.savedrequest.CookieRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Configuration of the access to pages and endpoints, by the {@link Access} given. Without users, every request has all
 * roles; the other rules stay. Tokens and the requested page are kept in cookies, because a session for each anonymous
 * client would fill the memory.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestLimits.class)
@Import({HostFirewall.class, AccessPages.class})
public class AccessConfiguration {

    private static final String VIEW = Role.VIEW.name();
    private static final String OPERATE = Role.OPERATE.name();
    private static final String STRICT = "Strict";

    /**
     * Bytes that the operating system buffers for the answers of a connection. A client that reads nothing holds no thread
     * as long as this is enough for all answers before a login: {@code server.tomcat.max-keep-alive-requests} small pages.
     */
    private static final String SEND_BUFFER = "262144";

    /** Bytes of each of the two buffers of a connection. With the default of 8 KB, they would be most of its memory. */
    private static final String CONNECTION_BUFFER = "2048";

    private static final String MOST_HEADERS = "50";

    /** Bytes that a connection with unfinished headers takes: 34 KB were measured with the longest headers. */
    private static final long CONNECTION_BYTES = 36 << 10;

    /** Bytes of the young generation of ./mongohaul and the image, 64 MB, and of what the program keeps: 33 MB were measured. */
    private static final long BYTES_FOR_ALL_ELSE = 112 << 20;

    private static final Pattern REPORT = Pattern.compile("/api/v1/(?:jobs|imports|runs|slots)(?:/.*)?");

    private static final int FEWEST_CONNECTIONS = 200;

    @Bean
    FilterRegistrationBean<BodyFilter> bodyFilter(
            Access access, RequestLimits limits, TomcatServerProperties tomcat, TokenFilter tokens) {
        FilterRegistrationBean<BodyFilter> filter = new FilterRegistrationBean<>(new BodyFilter(
                limits, tomcat.getMaxParameterCount(), mostConnections(tomcat) / 4, access.hasUsers(), tokens));
        // Before all other filters, except those that apply the headers of a proxy.
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return filter;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedTomcat(TomcatServerProperties tomcat) {
        int threads = tomcat.getThreads().getMax();
        return server -> {
            server.addConnectorCustomizers(UnreadBodies::close, connector -> {
                connector.setProperty("maxConnections", String.valueOf(mostConnections(tomcat)));
                connector.setProperty("maxHeaderCount", MOST_HEADERS);
                connector.setProperty("socket.txBufSize", SEND_BUFFER);
                connector.setProperty("socket.appReadBufSize", CONNECTION_BUFFER);
                connector.setProperty("socket.appWriteBufSize", CONNECTION_BUFFER);
            });
            server.addContextCustomizers(context -> {
                Pipeline host = context.getParent().getPipeline();
                host.addValve(new TomcatGuard());
                // The other threads answer requests for health.
                host.addValve(new ConcurrencyLimit(
                        threads * 3 / 4, request -> !path(request).startsWith("/actuator/health")));
                host.addValve(new ConcurrencyLimit(threads / 50, AccessConfiguration::isFileOfRejects));
                host.addValve(
                        new ConcurrencyLimit(threads / 50, request -> isReport(request) && !isFileOfRejects(request)));
            });
        };
    }

    private static String path(Request request) {
        return String.valueOf(request.getDecodedRequestURI());
    }

    /** Returns whether the answer is a file, which a slow client takes for a long time. */
    private static boolean isFileOfRejects(Request request) {
        return path(request).contains("/rejects.");
    }

    /** Returns whether the answer is a list or a report, which takes memory and many documents of MongoDB. */
    private static boolean isReport(Request request) {
        return request.getMethod().equals("GET")
                && REPORT.matcher(path(request)).matches();
    }

    private static int mostConnections(TomcatServerProperties tomcat) {
        return mostConnections(tomcat.getMaxConnections(), Runtime.getRuntime().maxMemory());
    }

    /** Returns the number of connections whose unfinished headers leave memory for everything else. */
    static int mostConnections(int configured, long heapBytes) {
        long fitting = (heapBytes - BYTES_FOR_ALL_ELSE) * 7 / 8 / CONNECTION_BYTES;
        return (int) Math.min(configured, Math.max(FEWEST_CONNECTIONS, fitting));
    }

    /** Adds request attributes for the views: who is logged in, and whether to offer actions. */
    @Bean
    WebMvcConfigurer viewerAttributes(Access access) {
        HandlerInterceptor attributes = new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                request.setAttribute("userName", request.getRemoteUser());
                request.setAttribute("mayOperate", !access.hasUsers() || request.isUserInRole(OPERATE));
                return true;
            }
        };
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(attributes);
            }
        };
    }

    @Bean
    AuthenticationManager authenticationManager(Access access, Clock clock) {
        return new ProviderManager(new UserLogin(access.users(), clock));
    }

    @Bean
    TokenFilter tokenFilter(RepositoryDatabase repository, Clock clock) {
        return new TokenFilter(new Tokens(repository.database()), clock);
    }

    /** Registers the filter in the chain of the API only. */
    @Bean
    FilterRegistrationBean<TokenFilter> tokenFilterOfTheApiOnly(TokenFilter tokens) {
        FilterRegistrationBean<TokenFilter> filter = new FilterRegistrationBean<>(tokens);
        filter.setEnabled(false);
        return filter;
    }

    /**
     * Rules of the API: each request has a token. Neither a session nor a cookie nor a password counts, so that a page of
     * another site can send nothing that is accepted, and no token against it is needed.
     */
    @Bean
    @Order(0)
    SecurityFilterChain apiAccess(HttpSecurity http, TokenFilter tokens) {
        return http.securityMatcher("/api/**")
                .headers(Headers::set)
                .csrf(csrf -> csrf.disable())
                .logout(logout -> logout.disable())
                .requestCache(cache -> cache.disable())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterBefore(tokens, AnonymousAuthenticationFilter.class)
                .exceptionHandling(refused ->
                        refused.authenticationEntryPoint(TokenFilter::challenge).accessDeniedHandler(TokenFilter::deny))
                .authorizeHttpRequests(requests -> {
                    requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
                    requests.requestMatchers(HttpMethod.GET, "/api/v1/openapi.yaml")
                            .permitAll();
                    requireRoles(requests);
                })
                .build();
    }

    /** Rules of the endpoints: programs log in with each request and have no session. Health probes have no password. */
    @Bean
    @Order(1)
    SecurityFilterChain endpointAccess(HttpSecurity http, Access access, AuthenticationManager users) {
        http.securityMatcher("/actuator/**")
                .headers(Headers::set)
                .authenticationManager(users)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .authorizeHttpRequests(requests -> {
                    requests.requestMatchers("/actuator/health", "/actuator/health/**")
                            .permitAll();
                    requireRoles(requests);
                });
        if (access.hasUsers()) {
            http.httpBasic(basic -> basic.authenticationEntryPoint(AccessPages::challenge));
        } else {
            http.anonymous(anonymous -> anonymous.authorities("ROLE_" + OPERATE));
        }
        return http.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain pageAccess(HttpSecurity http, Access access, AuthenticationManager users) {
        RequestCache requested = requestedPage();
        http.headers(Headers::set)
                .authenticationManager(users)
                .csrf(csrf -> csrf.csrfTokenRepository(tokenCookie()).csrfTokenRequestHandler(new SameSiteTokens()))
                .requestCache(cache -> cache.requestCache(requested))
                .exceptionHandling(refused -> refused.accessDeniedPage(AccessPages.DENIED))
                .authorizeHttpRequests(requests -> {
                    requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
                    // Forwards pass the filters again.
                    requests.requestMatchers(AccessPages.LOGIN_FAILED, AccessPages.DENIED)
                            .permitAll();
                    requests.requestMatchers(AccessPages.LOGIN, "/assets/**").permitAll();
                    requireRoles(requests);
                });
        if (access.hasUsers()) {
            http.formLogin(form -> form.loginPage(AccessPages.LOGIN)
                            .successHandler(toRequestedPage(requested))
                            .failureForwardUrl(AccessPages.LOGIN_FAILED))
                    .logout(logout -> logout.logoutSuccessUrl(AccessPages.LOGIN + "?out"));
        } else {
            http.logout(logout -> logout.disable()).anonymous(anonymous -> anonymous.authorities("ROLE_" + OPERATE));
        }
        return http.build();
    }

    private static void requireRoles(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.requestMatchers(HttpMethod.GET).hasAnyRole(VIEW, OPERATE);
        requests.requestMatchers(HttpMethod.HEAD).hasAnyRole(VIEW, OPERATE);
        requests.anyRequest().hasRole(OPERATE);
    }

    private static CookieCsrfTokenRepository tokenCookie() {
        CookieCsrfTokenRepository repository = new CookieCsrfTokenRepository();
        repository.setCookieCustomizer(cookie -> cookie.httpOnly(true).sameSite(STRICT));
        return repository;
    }

    /** Keeps the page that was requested before the login. */
    private static RequestCache requestedPage() {
        CookieRequestCache cache = new CookieRequestCache();
        cache.setRequestMatcher(request -> {
            String accept = request.getHeader(HttpHeaders.ACCEPT);
            return request.getMethod().equals("GET") && accept != null && accept.contains(MediaType.TEXT_HTML_VALUE);
        });
        cache.setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", STRICT));
        return cache;
    }

    private static AuthenticationSuccessHandler toRequestedPage(RequestCache requested) {
        SavedRequestAwareAuthenticationSuccessHandler handler = new SavedRequestAwareAuthenticationSuccessHandler();
        handler.setRequestCache(requested);
        handler.setRedirectStrategy((request, response, url) -> response.sendRedirect(ownPath(url)));
        return handler;
    }

    /** Returns the path on this server: the URL is from a cookie, which another program of this host may have set. */
    static String ownPath(@Nullable String url) {
        try {
            URI wanted = URI.create(url == null ? "/" : url);
            String path = wanted.getRawPath();
            if (path == null || !path.startsWith("/") || path.startsWith("//")) {
                return "/";
            }
            return wanted.getRawQuery() == null ? path : path + "?" + wanted.getRawQuery();
        } catch (IllegalArgumentException e) {
            return "/";
        }
    }
}
