package dev.mongohaul.serve.security;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.savedrequest.CookieRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;

/**
 * Keeps what is to be known of somebody who has not logged in, in their browser. A session of each stranger would fill the
 * memory, and whoever comes by a link of another site would lose the one they have.
 */
final class Cookies {

    private static final String STRICT = "Strict";

    private Cookies() {}

    /** Tokens against forged requests. Each request gets one, since a long page is on its way before its forms are made. */
    static void tokens(CsrfConfigurer<HttpSecurity> csrf) {
        CookieCsrfTokenRepository cookie = new CookieCsrfTokenRepository();
        cookie.setCookieCustomizer(settings -> settings.httpOnly(true).sameSite(STRICT));
        XorCsrfTokenRequestAttributeHandler handler = new XorCsrfTokenRequestAttributeHandler();
        handler.setCsrfRequestAttributeName(null);
        csrf.csrfTokenRepository(cookie).csrfTokenRequestHandler(handler);
    }

    /** The page that somebody wanted to see before they were asked to log in. */
    static RequestCache wanted() {
        CookieRequestCache cache = new CookieRequestCache();
        cache.setRequestMatcher(request -> {
            String accept = request.getHeader(HttpHeaders.ACCEPT);
            return request.getMethod().equals("GET") && accept != null && accept.contains(MediaType.TEXT_HTML_VALUE);
        });
        cache.setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", STRICT));
        return cache;
    }
}
