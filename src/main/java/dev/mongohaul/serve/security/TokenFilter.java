package dev.mongohaul.serve.security;

import com.mongodb.MongoException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.filter.OncePerRequestFilter;

/** Login of a program by the token in the header of its request. */
final class TokenFilter extends OncePerRequestFilter {

    private static final String SCHEME = "bearer ";
    private static final String CHALLENGE = "Bearer realm=\"mongohaul\"";
    private static final String FOUND = TokenFilter.class.getName();
    private static final String PROBLEM = FOUND + ".problem";

    private final Tokens tokens;
    private final InstantSource clock;

    TokenFilter(Tokens tokens, InstantSource clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ApiToken token;
        try {
            token = find(request);
        } catch (MongoException e) {
            logger.debug("A token cannot be looked up", e);
            Headers.refuse(
                    request,
                    response,
                    HttpStatus.SERVICE_UNAVAILABLE.value(),
                    "MongoDB cannot be reached, which has the tokens; try again in a few seconds");
            return;
        }
        if (token != null) {
            List<SimpleGrantedAuthority> roles =
                    List.of(new SimpleGrantedAuthority("ROLE_" + token.role().toUpperCase(Locale.ROOT)));
            SecurityContextHolder.setContext(
                    new SecurityContextImpl(new PreAuthenticatedAuthenticationToken(token.name(), "", roles)));
        }
        chain.doFilter(request, response);
    }

    /** Returns whether the request has a valid token that may make changes. */
    boolean mayOperate(HttpServletRequest request) {
        try {
            ApiToken token = find(request);
            return token != null && token.role().equals(Role.OPERATE.word());
        } catch (MongoException e) {
            logger.debug("A token cannot be looked up", e);
            return false;
        }
    }

    /** Returns the valid token of a request, which is looked up once; null if it has none. */
    private @Nullable ApiToken find(HttpServletRequest request) {
        if (request.getAttribute(FOUND) instanceof ApiToken found) {
            return found;
        }
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return null;
        }
        ApiToken token = tokens.find(header.substring(SCHEME.length()).strip()).orElse(null);
        if (token == null) {
            request.setAttribute(PROBLEM, "The token is not known: it was revoked, or never created");
        } else if (!token.expires().isAfter(clock.instant())) {
            request.setAttribute(PROBLEM, "The token \"%s\" expired at %s".formatted(token.name(), token.expires()));
        } else {
            request.setAttribute(FOUND, token);
            return token;
        }
        return null;
    }

    /** Asks a program for a token. */
    static void challenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        boolean wrong = request.getAttribute(PROBLEM) instanceof String;
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, wrong ? CHALLENGE + ", error=\"invalid_token\"" : CHALLENGE);
        String problem = wrong
                ? String.valueOf(request.getAttribute(PROBLEM))
                : "This requires a token, in the header 'Authorization: Bearer TOKEN'";
        Headers.refuse(
                request,
                response,
                HttpStatus.UNAUTHORIZED.value(),
                problem + ". 'mongohaul token create NAME --role=view' prints one");
    }

    /** Refuses a token that may only view. */
    static void deny(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE + ", error=\"insufficient_scope\"");
        Headers.refuse(
                request,
                response,
                HttpStatus.FORBIDDEN.value(),
                "This requires a token with the role \"operate\". Nothing was changed");
    }
}
