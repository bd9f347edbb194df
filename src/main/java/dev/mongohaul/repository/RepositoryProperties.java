package dev.mongohaul.repository;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often and how long the repository holds what it is told.
 *
 * @param checkpointInterval how often a running import is saved at most; what was written since is sent again after a
 *     crash, and found to be there
 * @param lease how long an import belongs to the process that runs it without a sign of life; longer than any time the
 *     server may be away
 */
@ConfigurationProperties("mongohaul.repository")
public record RepositoryProperties(
        @DefaultValue("500ms") Duration checkpointInterval,
        @DefaultValue("60s") Duration lease) {

    public RepositoryProperties {
        if (checkpointInterval.isNegative()) {
            throw new IllegalArgumentException(
                    "checkpoint-interval (%s) must not be negative".formatted(checkpointInterval));
        }
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("lease (%s) must be at least one second".formatted(lease));
        }
    }
}
