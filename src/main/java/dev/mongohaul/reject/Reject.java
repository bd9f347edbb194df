package dev.mongohaul.reject;

/** A record given up, with its reason: it is counted, kept and handed back, and its neighbours go on. */
public record Reject(RejectedRecord record, RejectReason reason) {}
