package dev.mongohaul.reject;

/** Rejected record with its reason: it is counted, stored and exported, and the import continues. */
public record Reject(RejectedRecord record, RejectReason reason) {}
