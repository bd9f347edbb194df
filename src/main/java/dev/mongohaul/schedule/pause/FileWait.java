package dev.mongohaul.schedule.pause;

import java.time.Instant;

/**
 * Wait of a slot for its files.
 *
 * @param files as the job names them, with the day of the slot
 * @param until when the slot no longer waits
 */
public record FileWait(String files, Instant until) {}
