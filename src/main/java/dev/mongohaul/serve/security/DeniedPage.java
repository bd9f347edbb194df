package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/** Tells why something was refused: an old page, or a role that does not allow it. */
final class DeniedPage implements AccessDeniedHandler {

    private final Pages pages;

    DeniedPage(Pages pages) {
        this.pages = pages;
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        if (denied instanceof CsrfException) {
            pages.denied(
                    response,
                    "This page is too old",
                    "It was opened before the last login, or in a browser that keeps no cookies. Nothing was changed:"
                            + " go back, load the page again, and repeat what you did.");
        } else {
            pages.denied(
                    response,
                    "This is not allowed",
                    "You may look at everything; to change something takes the role \"operate\", which whoever keeps"
                            + " the users file gives. Nothing was changed.");
        }
    }
}
