package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.WebAttributes;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** Pages of the login and of denied requests. Spring Security forwards refused requests to them. */
@Controller
record AccessPages(Access access) {

    static final String LOGIN = "/login";
    static final String LOGIN_FAILED = "/login/failed";
    static final String DENIED = "/denied";

    @RequestMapping({LOGIN, LOGIN_FAILED})
    ModelAndView login(
            @RequestParam(required = false) @Nullable String out,
            @RequestAttribute(name = WebAttributes.AUTHENTICATION_EXCEPTION, required = false) @Nullable
                    AuthenticationException failure,
            HttpServletResponse response) {
        if (!access.hasUsers()) {
            return new ModelAndView("redirect:/");
        }
        ModelAndView page = new ModelAndView("security/login");
        if (failure instanceof TooManyAttemptsException throttled) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(throttled.seconds()));
            page.setStatus(HttpStatus.TOO_MANY_REQUESTS);
            page.addObject("message", "Too many failed logins. Try again in %d s.".formatted(throttled.seconds()));
        } else if (failure != null) {
            page.setStatus(HttpStatus.UNAUTHORIZED);
            page.addObject("message", "Wrong name or password.");
        } else if (out != null) {
            page.addObject("message", "You are logged out.");
        }
        return page;
    }

    @RequestMapping(DENIED)
    ModelAndView denied(
            @RequestAttribute(name = WebAttributes.ACCESS_DENIED_403, required = false) @Nullable
                    AccessDeniedException denied,
            HttpServletRequest request) {
        if (denied == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        if (!(denied instanceof CsrfException)) {
            return denied("Not allowed", "This requires the role \"operate\". Nothing was changed.");
        }
        return SameSiteTokens.isSameSite(request)
                ? denied(
                        "This page is too old",
                        "It was opened before the last login, or the browser does not keep cookies. Nothing was changed:"
                                + " go back, load the page again, and retry.")
                : denied("Not allowed", "A page of another site sent this request. Nothing was changed.");
    }

    private static ModelAndView denied(String heading, String message) {
        HttpStatus status = HttpStatus.FORBIDDEN;
        return new ModelAndView(
                "error", Map.of("status", status.value(), "heading", heading, "message", message), status);
    }

    /** Asks a program for a name and a password, or to wait. */
    static void challenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof TooManyAttemptsException throttled) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(throttled.seconds()));
            Headers.refuse(request, response, HttpStatus.TOO_MANY_REQUESTS.value(), "Too many failed logins");
        } else {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"mongohaul\", charset=\"UTF-8\"");
            Headers.refuse(
                    request, response, HttpStatus.UNAUTHORIZED.value(), "This requires a user with the role view");
        }
    }
}
