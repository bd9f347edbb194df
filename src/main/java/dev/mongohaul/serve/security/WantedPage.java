package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.savedrequest.SavedRequest;

/** Leads whoever has logged in to the page they wanted before, or to the first one. */
final class WantedPage implements AuthenticationSuccessHandler {

    private static final String FIRST = "/";

    private final RequestCache cache;

    WantedPage(RequestCache cache) {
        this.cache = cache;
    }

    @Override
    public void onAuthenticationSuccess(
            HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws IOException {
        SavedRequest wanted = cache.getRequest(request, response);
        cache.removeRequest(request, response);
        response.sendRedirect(wanted == null ? FIRST : here(wanted.getRedirectUrl()));
    }

    /** Its path on this server: it comes from a cookie, which another program of this host may have set. */
    static String here(@Nullable String url) {
        try {
            URI wanted = URI.create(url == null ? FIRST : url);
            String path = wanted.getRawPath();
            if (path == null || !path.startsWith("/") || path.startsWith("//")) {
                return FIRST;
            }
            return wanted.getRawQuery() == null ? path : path + "?" + wanted.getRawQuery();
        } catch (IllegalArgumentException e) {
            return FIRST;
        }
    }
}
