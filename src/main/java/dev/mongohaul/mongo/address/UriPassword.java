package dev.mongohaul.mongo.address;

import java.util.regex.Pattern;

/** Detector of connection strings with a password in command-line arguments. Loads no class of the driver. */
public final class UriPassword {

    private static final Pattern URI_WITH_PASSWORD = Pattern.compile("mongodb(\\+srv)?:/+[^\\s:]*:\\S*@");

    private UriPassword() {}

    public static boolean isIn(String text) {
        return URI_WITH_PASSWORD.matcher(text).find();
    }
}
