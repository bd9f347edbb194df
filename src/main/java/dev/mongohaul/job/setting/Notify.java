package dev.mongohaul.job.setting;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Optional notifications of a job. Failed, stopped and missed runs are always notified.
 *
 * @param completed whether good runs are notified too
 * @param recovered whether the first good run after a failure is notified
 * @param late time after that of a slot at which a missing file is notified; null to notify when the wait for it ends
 */
public record Notify(
        NotifyShare rejects,
        NotifyFactor slower,
        boolean completed,
        boolean recovered,
        @Nullable Duration late) {}
