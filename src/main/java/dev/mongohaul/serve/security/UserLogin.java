package dev.mongohaul.serve.security;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Checks a name and a password, by whichever way they come, unless too many before were wrong. An unknown name takes as long
 * as a wrong password. Thread-safe.
 */
public final class UserLogin implements AuthenticationProvider {

    private static final Logger LOG = LoggerFactory.getLogger(UserLogin.class);
    private static final String UNKNOWN = "?";

    private final Map<String, User> users;
    private final DaoAuthenticationProvider passwords;
    private final LoginBrake brake;

    public UserLogin(List<User> users, InstantSource clock) {
        this.users = users.stream().collect(Collectors.toMap(User::name, Function.identity()));
        this.passwords = new DaoAuthenticationProvider(this::details);
        this.passwords.setPasswordEncoder(
                new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder())));
        this.brake = new LoginBrake(clock);
    }

    @Override
    public Authentication authenticate(Authentication asked) {
        String network = asked.getDetails() instanceof WebAuthenticationDetails details
                ? Network.of(details.getRemoteAddress())
                : UNKNOWN;
        // What cannot be a name can be long, and would be remembered.
        String name = User.problemOfName(asked.getName()).isEmpty() ? asked.getName() : UNKNOWN;
        Duration wait = brake.attempt(network, name);
        if (!wait.isZero()) {
            throw new TooManyAttemptsException(wait);
        }
        Authentication checked = check(asked, network);
        brake.succeeded(network, name);
        return checked;
    }

    /** A failure is logged for those who watch for them; not by whom, since people type passwords into the wrong field. */
    private Authentication check(Authentication asked, String network) {
        try {
            return passwords.authenticate(asked);
        } catch (AuthenticationException e) {
            LOG.warn("A login from {} failed", network);
            throw e;
        }
    }

    private UserDetails details(String name) {
        User user = users.get(name);
        if (user == null) {
            throw new UsernameNotFoundException("There is no such user");
        }
        return org.springframework.security.core.userdetails.User.withUsername(user.name())
                .password(user.hash())
                .roles(roles(user.role()))
                .build();
    }

    /** Those that a role includes, as Spring Security names them. */
    public static String[] roles(Role role) {
        return Arrays.stream(Role.values())
                .filter(role::includes)
                .map(Role::name)
                .toArray(String[]::new);
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
