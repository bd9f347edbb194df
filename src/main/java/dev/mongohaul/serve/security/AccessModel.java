package dev.mongohaul.serve.security;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Tells each page who looks at it, and whether to offer what changes something. */
@ControllerAdvice
final class AccessModel {

    /** Whether whoever looks may start and stop imports. What is not offered is refused all the same. */
    @ModelAttribute("mayOperate")
    boolean mayOperate() {
        Authentication known = SecurityContextHolder.getContext().getAuthentication();
        return known != null
                && known.getAuthorities().stream()
                        .anyMatch(authority -> AccessConfiguration.OPERATE.equals(authority.getAuthority()));
    }

    /** Who is logged in; null where nobody has to be. */
    @ModelAttribute("userName")
    @Nullable
    String userName(@Nullable Principal principal) {
        return principal == null ? null : principal.getName();
    }
}
