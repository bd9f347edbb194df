package dev.mongohaul.telemetry;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Address of a receiver of metrics and traces. Commands that name none load no other class of this package. */
public record TelemetryAddress(URI url) {

    static final String OTLP = "OTEL_EXPORTER_OTLP_ENDPOINT";
    static final String PUSHGATEWAY = "MONGOHAUL_PUSHGATEWAY_URL";

    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** Returns whether the environment names a receiver. */
    public static boolean isIn(Map<String, String> environment) {
        return !environment.getOrDefault(OTLP, "").isBlank()
                || !environment.getOrDefault(PUSHGATEWAY, "").isBlank();
    }

    /** @throws IllegalArgumentException if it is invalid */
    static Optional<TelemetryAddress> of(Map<String, String> environment, String variable) {
        String text = environment.getOrDefault(variable, "").strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI url = new URI(text.replaceFirst("/+$", ""));
            if (url.getScheme() != null
                    && SCHEMES.contains(url.getScheme().toLowerCase(Locale.ROOT))
                    && url.getHost() != null
                    && url.getUserInfo() == null) {
                return Optional.of(new TelemetryAddress(url));
            }
        } catch (URISyntaxException e) {
            // Refused below, without the value.
        }
        throw new IllegalArgumentException(variable
                + " is not an address such as http://collector.example.com:4318, without a user before its host."
                + " Its value is not shown, because it can have a secret.");
    }

    URI resolve(String path) {
        return URI.create(url + path);
    }

    /** Returns scheme and host, which may be printed. */
    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getHost();
    }
}
