package dev.mongohaul.text;

import java.nio.file.Path;
import java.util.Map;

/** Home folder of the user. */
public final class HomeFolder {

    private HomeFolder() {}

    /**
     * Returns the home of the system's list of users. A user who is not in it, as in many containers, has the one that
     * {@code HOME} names.
     */
    public static Path of(Map<String, String> environment) {
        return of(System.getProperty("user.home"), environment);
    }

    /** @param listed {@code "?"} of a user who is not in the list */
    static Path of(String listed, Map<String, String> environment) {
        String named = environment.getOrDefault("HOME", "");
        return Path.of(listed.startsWith("/") || !named.startsWith("/") ? listed : named);
    }
}
