package dev.mongohaul.job.setting;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.text.Rules;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Schedule of a job.
 *
 * @param missed null if {@link DatedFiles#areNamedBy} decides
 * @param maxWait null if a slot that is due starts at once
 */
public record Schedule(
        CronExpression cron,
        ZoneId zone,
        @Nullable MissedTime missed,
        @JsonProperty("wait") @Nullable Duration maxWait) {

    private static final Duration LONGEST_WAIT = Duration.ofDays(31);

    public Schedule {
        new Rules()
                .require(
                        maxWait == null
                                || (maxWait.compareTo(Duration.ZERO) > 0 && maxWait.compareTo(LONGEST_WAIT) <= 0),
                        maxWait + " is not a time to wait: more than nothing and at most 31d, such as 30m",
                        "wait")
                .enforce();
    }
}
