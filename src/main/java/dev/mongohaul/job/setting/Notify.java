package dev.mongohaul.job.setting;

/**
 * Optional notifications of a job. Failed, stopped and missed runs are always notified.
 *
 * @param completed whether good runs are notified too
 * @param recovered whether the first good run after a failure is notified
 */
public record Notify(NotifyShare rejects, NotifyFactor slower, boolean completed, boolean recovered) {}
