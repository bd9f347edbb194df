package dev.mongohaul.mongo.address;

import com.mongodb.ConnectionString;
import dev.mongohaul.text.NearestName;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Options of a connection string. The driver ignores unknown ones, and a misspelled option would have no effect. */
final class UriOptions {

    /** Options that the driver of this program knows, in lower case: their case is ignored. */
    private static final Set<String> KNOWN = ofDriver();

    /** Options whose value is secret. What follows an unencoded {@code &} in it would look like another option. */
    private static final Set<String> SECRET = Set.of("proxypassword", "authmechanismproperties");

    /** Switches, for which the driver would take the default in place of a wrong value: no TLS, for example. */
    private static final Set<String> SWITCHES = Set.of(
            "tls",
            "ssl",
            "tlsinsecure",
            "tlsallowinvalidhostnames",
            "sslinvalidhostnameallowed",
            "retrywrites",
            "retryreads",
            "directconnection",
            "loadbalanced",
            "journal");

    private static final Pattern CERTIFICATE = Pattern.compile("(ssl|tls)_?(ca|cert|client|key|pem|crl).*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

    private static final Pattern SNAPPY = Pattern.compile("(?i)(?<=[?&;]compressors=)[^&;]*\\bsnappy\\b");

    private UriOptions() {}

    /** The driver does not publish its list. */
    @SuppressWarnings("unchecked")
    private static Set<String> ofDriver() {
        try {
            Field keys = ConnectionString.class.getDeclaredField("ALL_KEYS");
            keys.setAccessible(true);
            return Set.copyOf((Set<String>) keys.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of MongoDB's driver does not say which options it knows", e);
        }
    }

    /**
     * Returns what is wrong with the first option of a connection string that is unknown, whose value is no switch, or whose
     * library is missing, never with a value; empty if there is none, or if the driver will refuse the text.
     *
     * @param uri without an {@code @} after the first {@code /} or {@code ?} of its hosts
     */
    static Optional<String> problem(String uri) {
        int begin = uri.indexOf('?');
        if (begin < 0 || !uri.strip().startsWith("mongodb")) {
            return Optional.empty();
        }
        boolean afterSecret = false;
        for (String option : uri.substring(begin + 1).strip().split("[&;]", 0)) {
            int equals = option.indexOf('=');
            String name = lowerCase(option.substring(0, Math.max(equals, 0)));
            if (equals >= 0 && !KNOWN.contains(name)) {
                return Optional.of(message(option.substring(0, equals), afterSecret));
            }
            if (SWITCHES.contains(name) && !option.substring(equals + 1).matches("(?i)true|yes|1|false|no|0")) {
                return Optional.of(
                        "has the option %s, whose value is neither true nor false. Write one of them, or remove the option."
                                .formatted(option.substring(0, equals)));
            }
            afterSecret |= SECRET.contains(name);
        }
        return SNAPPY.matcher(uri).find() && !hasSnappy()
                ? Optional.of(
                        "has compressors=snappy, whose library mongohaul does not contain. Write compressors=zstd or"
                                + " compressors=zlib.")
                : Optional.empty();
    }

    private static String message(String name, boolean secret) {
        if (secret || !NAME.matcher(name).matches()) {
            return "has an option that MongoDB's driver does not know. In values, characters such as & = ; must be"
                    + " percent-encoded.";
        }
        String unknown = "has the option %s, which MongoDB's driver does not know".formatted(name);
        if (CERTIFICATE.matcher(lowerCase(name)).matches()) {
            return unknown + ". Certificates belong to Java's trust store and key store, which"
                    + " JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE names.";
        }
        return unknown + NearestName.hint(name, KNOWN) + ". Correct it, or remove it.";
    }

    /** An application that uses mongohaul as a library may have it. */
    private static boolean hasSnappy() {
        try {
            Class.forName("org.xerial.snappy.Snappy", false, ConnectionString.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
