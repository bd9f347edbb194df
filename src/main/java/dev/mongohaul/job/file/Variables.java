package dev.mongohaul.job.file;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    static final String ALLOWED = "MONGOHAUL_JOB_VARIABLES";

    /** The program's own variables that have a secret, or the place of one. */
    private static final Pattern OWN_SECRET = Pattern.compile(
            "MONGODB_URI.*|MONGOHAUL_(REPOSITORY_URI|WEBHOOK_.*|PUSHGATEWAY_URL|BROKER_.*|USERS_FILE|JAVA_OPTS)|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS"
                    + "|SPRING_.*|PIP_.*|OTEL_.*",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SECRET = Pattern.compile(
            "MONGODB_URI|REPOSITORY_URI|PASS|PWD|SECRET|TOKEN|KEY|CREDENTIAL|AUTH", Pattern.CASE_INSENSITIVE);

    /** A URL with a password; what follows a host is a port. */
    private static final Pattern URL_WITH_PASSWORD = Pattern.compile("//[^/\\s:@]*:(?![0-9]{1,5}(/|$))[^\\s]*@");

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
        requireAllowed(name);
        String value = value(name, reference.group(4));
        if (URL_WITH_PASSWORD.matcher(value).find()) {
            throw new IllegalArgumentException(
                    "uses the variable " + name
                            + ", whose value has a password (//user:password@): reports and pages show the values of a job; no secret belongs in a job file");
        }
        return value;
    }

    private void requireAllowed(String name) {
        Set<String> allowed = Pattern.compile(",")
                .splitAsStream(environment.getOrDefault(ALLOWED, ""))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
        boolean listed = environment.containsKey(ALLOWED);
        boolean secret = !listed && SECRET.matcher(name).find();
        if (secret || OWN_SECRET.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "uses the variable " + name
                            + ", which may be a secret: reports and pages show the values of a job; no secret belongs in a job file");
        }
        if (listed && !allowed.contains(name)) {
            throw new IllegalArgumentException("uses the variable " + name + ", which " + ALLOWED
                    + " does not name; serve allows only the variables that it names");
        }
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
