package dev.mongohaul.schedule;

import java.time.Instant;

/** Time at which a job is scheduled to run once. */
public record Slot(String job, Instant time) {}
