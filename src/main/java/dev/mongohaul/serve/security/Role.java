package dev.mongohaul.serve.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Role of a user, or of a token. */
public enum Role {
    /** May see everything. */
    VIEW,
    /** May also start, stop, restart, abandon and undo imports. */
    OPERATE;

    /** Returns the name in the users file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the role of this name; empty if there is none. */
    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
