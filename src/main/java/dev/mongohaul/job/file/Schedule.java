package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.text.Rules;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * When a job runs by itself.
 *
 * @param missed null: {@link DatedFiles#areNamedBy} decides
 * @param maxWait null: a run that is due begins at once, with what is there
 */
public record Schedule(
        CronExpression cron,
        ZoneId zone,
        @Nullable Missed missed,
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

    /** What becomes of times that passed while nobody served. */
    public enum Missed {
        /** The job runs once for all of them. */
        RUN_ONCE,
        /** Each of them runs, in their order, and so do those that were due during an earlier one, or were refused. */
        RUN_ALL,
        /** They are left out. */
        SKIP
    }
}
