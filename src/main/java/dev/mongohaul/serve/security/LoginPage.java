package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Asks for a name and a password, and asks again where they were wrong. */
@Controller
final class LoginPage implements AuthenticationFailureHandler {

    static final String PATH = "/login";

    private final Pages pages;
    private final boolean hasUsers;

    LoginPage(Pages pages, boolean hasUsers) {
        this.pages = pages;
        this.hasUsers = hasUsers;
    }

    @GetMapping(PATH)
    void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (hasUsers) {
            pages.login(request, response, request.getParameter("out") == null ? "" : "You are logged out.");
        } else {
            response.sendRedirect("/");
        }
    }

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof TooManyAttemptsException many) {
            response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(many.seconds()));
            pages.login(
                    request, response, "Too many logins failed. Wait %d s, then try again.".formatted(many.seconds()));
        } else {
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            pages.login(request, response, "The name or the password is wrong.");
        }
    }
}
