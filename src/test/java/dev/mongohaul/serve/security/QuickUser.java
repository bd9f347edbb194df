package dev.mongohaul.serve.security;

import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Users whose hash is computed in a millisecond; {@link User#create} takes a hundred times as long, for each login too. */
public final class QuickUser {

    private static final BCryptPasswordEncoder ENCODER = new BCryptPasswordEncoder(4);

    private QuickUser() {}

    public static User create(String name, Role role, String password) {
        return new User(name, role, "{bcrypt}" + ENCODER.encode(password));
    }
}
