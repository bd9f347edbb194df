package dev.mongohaul.serve.security;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the body of a request. A larger or slower one is refused, and its connection is closed.
 *
 * @param longestBody time from the end of the headers to the end of the body
 * @param largestBody size of a body where there is no login, and after it
 * @param largestBodyBeforeLogin size of a body whose sender has not logged in
 */
@ConfigurationProperties("mongohaul.requests")
record RequestLimits(
        @DefaultValue("10s") Duration longestBody,
        @DefaultValue("1MB") DataSize largestBody,
        @DefaultValue("8KB") DataSize largestBodyBeforeLogin) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final DataSize SMALLEST = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST = DataSize.ofMegabytes(100);

    RequestLimits {
        if (longestBody.compareTo(SHORTEST) < 0 || longestBody.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("longest-body (%s) must be from 1s to 1h".formatted(longestBody));
        }
        requireSize("largest-body", largestBody);
        requireSize("largest-body-before-login", largestBodyBeforeLogin);
    }

    private static void requireSize(String name, DataSize size) {
        if (size.compareTo(SMALLEST) < 0 || size.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException("%s (%s) must be from 1KB to 100MB".formatted(name, size));
        }
    }
}
