package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Asks a program for a name and a password, or to wait. */
final class BasicRefusal implements AuthenticationEntryPoint {

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof TooManyAttemptsException many) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(many.seconds()));
            Refusal.send(request, response, HttpStatus.TOO_MANY_REQUESTS.value(), "Too many logins failed");
        } else {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"mongohaul\", charset=\"UTF-8\"");
            Refusal.send(request, response, HttpStatus.UNAUTHORIZED.value(), "This takes a user with the role view");
        }
    }
}
