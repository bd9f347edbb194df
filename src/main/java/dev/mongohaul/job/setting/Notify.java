package dev.mongohaul.job.setting;

/** Optional notifications of a scheduled job. Failed, stopped and missed runs are always notified. */
public record Notify(NotifyShare rejects, NotifyFactor slower) {}
