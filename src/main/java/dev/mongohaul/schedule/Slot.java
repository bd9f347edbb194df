package dev.mongohaul.schedule;

import java.time.Instant;

/** A time at which a job's schedule has it run, once. */
public record Slot(String job, Instant time) {}
