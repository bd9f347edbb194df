package dev.mongohaul.schedule;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How slots are run.
 *
 * @param settled how long the files of a slot have to look the same before they are read
 * @param lease how long a slot is a process's without a sign of life
 */
@ConfigurationProperties("mongohaul.slots")
public record SlotSettings(
        @DefaultValue("5s") Duration settled,
        @DefaultValue("60s") Duration lease) {

    public SlotSettings {
        if (settled.isNegative()) {
            throw new IllegalArgumentException("settled (%s) must not be negative".formatted(settled));
        }
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("lease (%s) must be at least one second".formatted(lease));
        }
    }
}
