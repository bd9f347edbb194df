package dev.mongohaul.notification;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where notices go, as the environment says; both parts can be secrets, and nothing prints them.
 *
 * @param secret that signs notices; null where they are not signed
 */
public record Webhook(URI url, @Nullable String secret) {

    static final String URL = "MONGOHAUL_WEBHOOK_URL";
    static final String SECRET = "MONGOHAUL_WEBHOOK_SECRET";

    private static final int HIGHEST_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * The webhook that the environment names; empty where it names none.
     *
     * @throws InvalidWebhookException where it cannot be used
     */
    public static Optional<Webhook> of(Map<String, String> environment) {
        String url = named(environment, URL);
        String secret = named(environment, SECRET);
        if (url == null && secret != null) {
            throw new InvalidWebhookException(
                    SECRET + " is set, and " + URL + ", which it would sign notices for, is not. Set both, or none.");
        }
        return url == null ? Optional.empty() : Optional.of(new Webhook(parse(url), secret));
    }

    /** A blank variable is most often a secret that did not arrive: that nobody is told would be a surprise. */
    private static @Nullable String named(Map<String, String> environment, String variable) {
        String value = environment.get(variable);
        if (value != null && value.isBlank()) {
            throw new InvalidWebhookException(variable + " is set but empty. Give it a value, or unset it.");
        }
        return value;
    }

    private static URI parse(String text) {
        URI url;
        try {
            url = new URI(text.strip());
        } catch (URISyntaxException e) {
            // Its message, and so the cause, has the whole address.
            throw refused("it has a character that no address has, or lacks a part");
        }
        if (url.getScheme() == null || !SCHEMES.contains(url.getScheme().toLowerCase(Locale.ROOT))) {
            throw refused("it does not begin with http:// or https://");
        }
        if (url.getHost() == null) {
            throw refused("it names no host");
        }
        if (url.getPort() > HIGHEST_PORT) {
            throw refused("its port is above " + HIGHEST_PORT);
        }
        if (url.getUserInfo() != null) {
            throw refused("it has a user before its host, which is not sent; " + SECRET + " signs notices instead");
        }
        return url;
    }

    private static InvalidWebhookException refused(String why) {
        return new InvalidWebhookException(URL + " is not an address such as https://hooks.example.com/nights: " + why
                + ". Its value is not shown, since it can be a secret.");
    }

    /** The receiver for people: scheme and host. */
    public String receiver() {
        return url.getScheme() + "://" + url.getHost();
    }

    @Override
    public String toString() {
        return receiver();
    }
}
