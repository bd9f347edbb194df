package dev.mongohaul.serve.security;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Check of a name and a password, limited by the {@link LoginThrottle}. An unknown name takes as long as a wrong password.
 * Names are case-sensitive, which those of InMemoryUserDetailsManager are not. Thread-safe.
 */
final class UserLogin extends DaoAuthenticationProvider {

    private static final Logger LOG = LoggerFactory.getLogger(UserLogin.class);
    private static final String UNKNOWN = "?";

    private final LoginThrottle throttle;

    UserLogin(List<User> users, InstantSource clock) {
        super(details(users));
        setPasswordEncoder(new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder())));
        this.throttle = new LoginThrottle(clock);
    }

    private static UserDetailsService details(List<User> users) {
        Map<String, User> named = users.stream().collect(Collectors.toMap(User::name, Function.identity()));
        return name -> {
            User user = named.get(name);
            if (user == null) {
                throw new UsernameNotFoundException("There is no such user");
            }
            return org.springframework.security.core.userdetails.User.withUsername(user.name())
                    .password(user.hash())
                    .roles(user.role().name())
                    .build();
        };
    }

    /** Logs a failure without the name, since users type passwords into the wrong field. */
    @Override
    public Authentication authenticate(Authentication login) {
        String network = login.getDetails() instanceof WebAuthenticationDetails details
                ? LoginThrottle.network(details.getRemoteAddress())
                : UNKNOWN;
        // An invalid name can be long, and the throttle would keep it.
        String name = User.problemOfName(login.getName()).isEmpty() ? login.getName() : UNKNOWN;
        Duration wait = throttle.attempt(network, name);
        if (!wait.isZero()) {
            throw new TooManyAttemptsException(wait);
        }
        try {
            Authentication checked = super.authenticate(login);
            throttle.succeeded(network, name);
            return checked;
        } catch (AuthenticationException e) {
            LOG.warn("Login from {} failed", network);
            throw e;
        }
    }
}
