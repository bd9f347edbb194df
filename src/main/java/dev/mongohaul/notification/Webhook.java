package dev.mongohaul.notification;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Webhook that receives notifications, named by the environment. Both parts can be secrets and are never printed.
 *
 * @param secret that signs notifications; null if they are not signed
 * @param template of the body; null for the notification itself
 */
record Webhook(URI url, @Nullable String secret, @Nullable PayloadTemplate template) {

    static final String URL = "MONGOHAUL_WEBHOOK_URL";
    static final String SECRET = "MONGOHAUL_WEBHOOK_SECRET";

    private static final int HIGHEST_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Returns the webhook of the environment; empty if it has none.
     *
     * @throws InvalidWebhookException if it is invalid
     */
    static Optional<Webhook> of(Map<String, String> environment) {
        String url = variable(environment, URL);
        String secret = variable(environment, SECRET);
        String template = variable(environment, PayloadTemplate.VARIABLE);
        if (url == null && (secret != null || template != null)) {
            String other = secret == null ? PayloadTemplate.VARIABLE : SECRET;
            throw new InvalidWebhookException(
                    other + " is set, but " + URL + " is not. Set both, or unset " + other + ".");
        }
        return url == null
                ? Optional.empty()
                : Optional.of(new Webhook(parse(url), secret, template == null ? null : PayloadTemplate.of(template)));
    }

    /** Refuses a blank variable: it is most often a secret that was not passed on. */
    static @Nullable String variable(Map<String, String> environment, String variable) {
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
            // The exception is not the cause, because its message has the whole address.
            throw invalid("it has a character that is not allowed, or lacks a part");
        }
        if (url.getScheme() == null || !SCHEMES.contains(url.getScheme().toLowerCase(Locale.ROOT))) {
            throw invalid("it does not begin with http:// or https://");
        }
        if (url.getHost() == null) {
            throw invalid("it has no host");
        }
        if (url.getPort() > HIGHEST_PORT) {
            throw invalid("its port is above " + HIGHEST_PORT);
        }
        if (url.getUserInfo() != null) {
            throw invalid("it has a user before its host, which is not sent; use " + SECRET
                    + " to sign notifications instead");
        }
        return url;
    }

    private static InvalidWebhookException invalid(String why) {
        return new InvalidWebhookException(URL + " is not an address such as https://hooks.example.com/nights: " + why
                + ". Its value is not shown, because it can be a secret.");
    }

    /** Returns the body of the request. */
    byte[] body(Notification notification) {
        return template == null ? notification.json() : template.fill(notification);
    }

    /** Returns scheme and host, which may be printed. */
    String receiver() {
        return url.getScheme() + "://" + url.getHost();
    }

    @Override
    public String toString() {
        return receiver();
    }
}
