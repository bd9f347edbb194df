package dev.mongohaul.serve.security;

import dev.mongohaul.serve.security.LoginThrottle.Network;
import dev.mongohaul.serve.security.LoginThrottle.TooManyAttemptsException;
import dev.mongohaul.serve.security.User.Role;
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
 * Check of a name and a password, limited by the {@link LoginThrottle}. An unknown name takes as long as a wrong password.
 * Names are case-sensitive, which those of InMemoryUserDetailsManager are not. Thread-safe.
 */
final class UserLogin implements AuthenticationProvider {

    private static final Logger LOG = LoggerFactory.getLogger(UserLogin.class);
    private static final String UNKNOWN = "?";

    private final Map<String, User> users;
    private final DaoAuthenticationProvider passwords;
    private final LoginThrottle throttle;

    UserLogin(List<User> users, InstantSource clock) {
        this.users = users.stream().collect(Collectors.toMap(User::name, Function.identity()));
        this.passwords = new DaoAuthenticationProvider(this::details);
        this.passwords.setPasswordEncoder(
                new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder())));
        this.throttle = new LoginThrottle(clock);
    }

    @Override
    public Authentication authenticate(Authentication login) {
        String network = login.getDetails() instanceof WebAuthenticationDetails details
                ? Network.of(details.getRemoteAddress())
                : UNKNOWN;
        // An invalid name can be long, and the throttle would keep it.
        String name = User.problemOfName(login.getName()).isEmpty() ? login.getName() : UNKNOWN;
        Duration wait = throttle.attempt(network, name);
        if (!wait.isZero()) {
            throw new TooManyAttemptsException(wait);
        }
        Authentication checked = check(login, network);
        throttle.succeeded(network, name);
        return checked;
    }

    /** Logs a failure without the name, since users type passwords into the wrong field. */
    private Authentication check(Authentication login, String network) {
        try {
            return passwords.authenticate(login);
        } catch (AuthenticationException e) {
            LOG.warn("Login from {} failed", network);
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

    /** Returns the roles that a role includes, as Spring Security names them. */
    static String[] roles(Role role) {
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
