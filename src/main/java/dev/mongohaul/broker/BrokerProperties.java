package dev.mongohaul.broker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Properties of the connection to the broker.
 *
 * @param queue name of the queue of partitions; managers and workers of the same name share the work
 * @param ttl time after which the broker takes a silent worker for dead
 */
@ConfigurationProperties("mongohaul.broker")
public record BrokerProperties(
        @DefaultValue("mongohaul.partitions") String queue,
        @DefaultValue("20s") Duration ttl) {

    public BrokerProperties {
        if (ttl.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidConfigurationPropertyValueException("mongohaul.broker.ttl", ttl, "must be 1s or more.");
        }
        if (!queue.matches("[A-Za-z0-9._-]{1,100}")) {
            throw new InvalidConfigurationPropertyValueException(
                    "mongohaul.broker.queue",
                    queue,
                    "must be 1 to 100 letters, digits, dots, hyphens and underscores.");
        }
    }
}
