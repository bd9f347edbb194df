package dev.mongohaul.mongo;

import java.util.regex.Pattern;

/** Finds connection strings with a password in what somebody typed. Loads nothing of the driver. */
public final class UriPassword {

    private static final Pattern URI_WITH_PASSWORD = Pattern.compile("mongodb(\\+srv)?:/+[^\\s:]*:\\S*@");

    private UriPassword() {}

    /** Whether the text has one in it. */
    public static boolean isIn(String text) {
        return URI_WITH_PASSWORD.matcher(text).find();
    }
}
