package dev.mongohaul.job.file;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables in the values of a job file: <code>${NAME}</code>, <code>${NAME:-default}</code>, and
 * <code>$${</code> for a literal <code>${</code>. They are replaced after the file is parsed, so that a value cannot change
 * its structure.
 *
 * @param environment the variables that can be used
 */
record Variables(Map<String, String> environment) {

    private static final Pattern REFERENCE =
            Pattern.compile("(\\$\\$\\{)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?}|(\\$\\{)");
    private static final Pattern SECRET =
            Pattern.compile("MONGODB_URI|REPOSITORY_URI|PASSWORD|SECRET|TOKEN|KEY", Pattern.CASE_INSENSITIVE);

    /** Returns whether a text may have a variable. */
    static boolean areIn(String text) {
        return text.contains("${");
    }

    /**
     * Returns the text with the values of its variables.
     *
     * @throws IllegalArgumentException whose message follows the key, for a variable that is not set or not allowed
     */
    String replaced(String text) {
        Matcher reference = REFERENCE.matcher(text);
        StringBuilder replaced = new StringBuilder();
        while (reference.find()) {
            reference.appendReplacement(replaced, Matcher.quoteReplacement(value(reference)));
        }
        return reference.appendTail(replaced).toString();
    }

    private String value(Matcher reference) {
        if (reference.group(1) != null) {
            return "${";
        }
        String name = reference.group(2);
        if (name == null) {
            throw new IllegalArgumentException(
                    "has ${ without the name of a variable and }: write ${NAME} or ${NAME:-default}, or $${ for the text ${");
        }
        if (SECRET.matcher(name).find()) {
            throw new IllegalArgumentException(
                    "uses the variable " + name
                            + ", which may be a secret: reports and pages show the values of a job; no secret belongs in a job file");
        }
        return value(name, reference.group(4));
    }

    private String value(String name, @Nullable String other) {
        String value = environment.get(name);
        if (other != null && (value == null || value.isEmpty())) {
            return other;
        }
        if (value == null) {
            throw new IllegalArgumentException(
                    "the environment variable " + name + " is not set: set it, or write ${" + name + ":-default}");
        }
        return value;
    }
}
