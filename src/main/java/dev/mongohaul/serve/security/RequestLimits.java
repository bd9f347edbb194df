package dev.mongohaul.serve.security;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Limits for the body of a request. A request beyond them is refused, and its connection is closed.
 *
 * @param longestBody time from the end of the headers to the end of the body
 * @param largestBody size of a body of a user who may operate, or if there is no login
 * @param largestBodyBeforeLogin size of a body of all others
 */
@ConfigurationProperties("mongohaul.requests")
record RequestLimits(
        @DefaultValue("10s") Duration longestBody,
        @DefaultValue("1MB") DataSize largestBody,
        @DefaultValue("8KB") DataSize largestBodyBeforeLogin) {

    private static final Duration MIN_TIME = Duration.ofSeconds(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);
    private static final DataSize MIN_SIZE = DataSize.ofKilobytes(1);
    private static final DataSize MAX_SIZE = DataSize.ofMegabytes(100);

    RequestLimits {
        if (longestBody.compareTo(MIN_TIME) < 0 || longestBody.compareTo(MAX_TIME) > 0) {
            throw refused("longest-body", longestBody, "must be from 1s to 1h.");
        }
        requireSize("largest-body", largestBody);
        requireSize("largest-body-before-login", largestBodyBeforeLogin);
    }

    private static InvalidConfigurationPropertyValueException refused(String name, Object value, String reason) {
        return new InvalidConfigurationPropertyValueException("mongohaul.requests." + name, value, reason);
    }

    private static void requireSize(String name, DataSize size) {
        if (size.compareTo(MIN_SIZE) < 0 || size.compareTo(MAX_SIZE) > 0) {
            throw refused(name, size, "must be from 1KB to 100MB.");
        }
    }
}
