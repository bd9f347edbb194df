package dev.mongohaul.serve.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what a page of another site has a browser send, where it could change something. Besides the tokens, and before
 * them; programs other than browsers say no origin, and pass.
 */
final class OriginFilter extends OncePerRequestFilter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (SAFE.contains(request.getMethod()) || isOwn(request)) {
            chain.doFilter(request, response);
        } else {
            Refusal.send(
                    request,
                    response,
                    HttpServletResponse.SC_FORBIDDEN,
                    "A page of another site asked for this: refused");
        }
    }

    private static boolean isOwn(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        return (site == null || OWN_SITES.contains(site)) && (origin == null || isOwn(origin, request));
    }

    /** Host and port have to be those that were asked for, as the browser or a trusted proxy names them. */
    private static boolean isOwn(String origin, HttpServletRequest request) {
        String authority = origin.toLowerCase(Locale.ROOT).replaceFirst("^https?://", "");
        return same(authority, request.getHeader("Host")) || same(authority, effective(request));
    }

    private static boolean same(String authority, @Nullable String host) {
        return host != null && authority.equals(host.toLowerCase(Locale.ROOT));
    }

    private static String effective(HttpServletRequest request) {
        boolean usual = request.getServerPort() == (request.isSecure() ? 443 : 80);
        return usual ? request.getServerName() : request.getServerName() + ":" + request.getServerPort();
    }
}
