package dev.mongohaul.mongo.address;

import dev.mongohaul.text.NearestName;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Options of a connection string. The driver ignores unknown ones, and a misspelled option would have no effect. */
final class UriOptions {

    /** Options of the driver, in the spelling of its manual; their case is ignored. */
    static final Set<String> KNOWN = Set.of(
            "appName",
            "authMechanism",
            "authMechanismProperties",
            "authSource",
            "compressors",
            "connectTimeoutMS",
            "directConnection",
            "gssapiServiceName",
            "heartbeatFrequencyMS",
            "journal",
            "loadBalanced",
            "localThresholdMS",
            "maxConnecting",
            "maxIdleTimeMS",
            "maxLifeTimeMS",
            "maxPoolSize",
            "maxStalenessSeconds",
            "minPoolSize",
            "proxyHost",
            "proxyPassword",
            "proxyPort",
            "proxyUsername",
            "readConcernLevel",
            "readPreference",
            "readPreferenceTags",
            "replicaSet",
            "retryReads",
            "retryWrites",
            "safe",
            "serverMonitoringMode",
            "serverSelectionTimeoutMS",
            "socketTimeoutMS",
            "srvMaxHosts",
            "srvServiceName",
            "ssl",
            "sslInvalidHostNameAllowed",
            "timeoutMS",
            "tls",
            "tlsAllowInvalidHostnames",
            "tlsInsecure",
            "uuidRepresentation",
            "w",
            "waitQueueTimeoutMS",
            "wTimeoutMS",
            "zlibCompressionLevel");

    private static final Set<String> LOWER_CASE =
            KNOWN.stream().map(UriOptions::lowerCase).collect(Collectors.toUnmodifiableSet());

    /** Options whose value is secret. What follows an unencoded {@code &} in it would look like another option. */
    private static final Set<String> SECRET = Set.of("proxypassword", "authmechanismproperties");

    private static final Pattern CERTIFICATE = Pattern.compile("(ssl|tls)_?(ca|cert|client|key|pem|crl).*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

    private UriOptions() {}

    /**
     * Returns what is wrong with the first unknown option of a connection string, never with a value; empty if all are
     * known, or if the driver will refuse the text.
     *
     * @param uri without an {@code @} after the first {@code /} or {@code ?} of its hosts
     */
    static Optional<String> unknown(String uri) {
        int begin = uri.indexOf('?');
        if (begin < 0 || !uri.strip().startsWith("mongodb")) {
            return Optional.empty();
        }
        boolean afterSecret = false;
        for (String option : uri.substring(begin + 1).strip().split("[&;]", 0)) {
            int equals = option.indexOf('=');
            String name = lowerCase(option.substring(0, Math.max(equals, 0)));
            if (equals >= 0 && !LOWER_CASE.contains(name)) {
                return Optional.of(message(option.substring(0, equals), afterSecret));
            }
            afterSecret |= SECRET.contains(name);
        }
        return Optional.empty();
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

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
