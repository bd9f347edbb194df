package dev.mongohaul.repository;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

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
            throw new InvalidConfigurationPropertyValueException(
                    "mongohaul.repository.checkpoint-interval", checkpointInterval, "must be 0 or more.");
        }
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidConfigurationPropertyValueException(
                    "mongohaul.repository.lease", lease, "must be 1s or more.");
        }
    }
}
