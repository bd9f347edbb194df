package dev.mongohaul.cli;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Finds passwords where they would show to every user of the machine. */
final class Secrets {

    private static final Pattern URI_WITH_PASSWORD = Pattern.compile("mongodb(\\+srv)?://[^/@\\s]*:[^/@\\s]*@");

    private Secrets() {}

    static boolean inArguments(String... arguments) {
        return Arrays.stream(arguments)
                .anyMatch(argument -> URI_WITH_PASSWORD.matcher(argument).find());
    }
}
