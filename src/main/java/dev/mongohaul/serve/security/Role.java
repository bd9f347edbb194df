package dev.mongohaul.serve.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a user may do. */
public enum Role {
    /** Sees everything, changes nothing. */
    VIEW,
    /** Starts, stops and gives up imports, too. */
    OPERATE;

    /** As it is written in a users file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role that is written so; empty where there is none. */
    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** Whether somebody of this role may do what the other is asked for. */
    public boolean includes(Role asked) {
        return compareTo(asked) >= 0;
    }
}
