package dev.mongohaul.repository;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the JobRepository.
 *
 * @param checkpointInterval shortest time between two checkpoints of a running import; documents written since are sent
 *     again after a crash, and recognized
 * @param lease how long an import belongs to a process without a sign of life; longer than any outage of the server
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
