package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;

/**
 * CSRF tokens that are valid only in requests of this server's own pages. If the browser says that a page of another site
 * sent the request, the token is ignored. Programs that send neither Origin nor Sec-Fetch-Site pass.
 */
final class SameSiteTokens implements CsrfTokenRequestHandler {

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final XorCsrfTokenRequestAttributeHandler tokens = new XorCsrfTokenRequestAttributeHandler();

    SameSiteTokens() {
        // Creates the token with the request: a long page is partly sent before its first form is rendered.
        tokens.setCsrfRequestAttributeName(null);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, Supplier<CsrfToken> token) {
        tokens.handle(request, response, token);
    }

    @Override
    public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
        return isSameSite(request) ? tokens.resolveCsrfTokenValue(request, token) : null;
    }

    static boolean isSameSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        return (site == null || OWN_SITES.contains(site)) && (origin == null || isOwn(origin, request));
    }

    /** Compares host and port with those of the request, as the browser or a trusted proxy names them. */
    private static boolean isOwn(String origin, HttpServletRequest request) {
        String authority = origin.toLowerCase(Locale.ROOT).replaceFirst("^https?://", "");
        return authority.equalsIgnoreCase(request.getHeader("Host")) || authority.equalsIgnoreCase(authority(request));
    }

    private static String authority(HttpServletRequest request) {
        boolean defaultPort = request.getServerPort() == (request.isSecure() ? 443 : 80);
        return defaultPort ? request.getServerName() : request.getServerName() + ":" + request.getServerPort();
    }
}
