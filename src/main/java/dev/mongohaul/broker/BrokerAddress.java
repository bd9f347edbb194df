package dev.mongohaul.broker;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Address of a broker, and what a client needs to be accepted by it.
 *
 * @param tls whether connections are encrypted
 * @param trustStore PEM file of the certificates that are trusted; null for those that Java trusts
 * @param login null if the broker has no users
 */
public record BrokerAddress(
        String host,
        int port,
        boolean tls,
        @Nullable Path trustStore,
        @Nullable BrokerLogin login) {

    /** Name of the environment variable with the address. */
    public static final String VARIABLE = "MONGOHAUL_BROKER_URL";

    public static final int DEFAULT_PORT = 61616;

    private static final String EXAMPLE = "Write tcp://HOST:PORT or ssl://HOST:PORT, for example tcp://queue1:61616.";

    /**
     * Returns the address in the environment; empty if there is none.
     *
     * @throws IllegalArgumentException if it is malformed; the message is for users
     */
    public static Optional<BrokerAddress> of(Map<String, String> environment) {
        String url = environment.getOrDefault(VARIABLE, "").strip();
        return url.isEmpty() ? Optional.empty() : Optional.of(parse(url));
    }

    private static BrokerAddress parse(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("%s is not a URL. %s".formatted(VARIABLE, EXAMPLE));
        }
        if (uri.getRawUserInfo() != null
                || String.valueOf(uri.getRawAuthority()).contains("@")) {
            throw new IllegalArgumentException(
                    "%s contains a user or a password: set MONGOHAUL_BROKER_USER and MONGOHAUL_BROKER_PASSWORD_FILE instead."
                            .formatted(VARIABLE));
        }
        boolean tls = "ssl".equals(uri.getScheme());
        boolean plain = (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (uri.getHost() == null || !(tls || "tcp".equals(uri.getScheme())) || !plain) {
            throw new IllegalArgumentException("%s is not the address of a broker. %s".formatted(VARIABLE, EXAMPLE));
        }
        return new BrokerAddress(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), tls, null, null);
    }

    /** Returns the same address for a client that trusts other certificates, or has a login. */
    public BrokerAddress with(@Nullable Path otherTrustStore, @Nullable BrokerLogin otherLogin) {
        return new BrokerAddress(host, port, tls, otherTrustStore, otherLogin);
    }

    @Override
    public String toString() {
        return "%s://%s:%d".formatted(tls ? "ssl" : "tcp", host, port);
    }
}
