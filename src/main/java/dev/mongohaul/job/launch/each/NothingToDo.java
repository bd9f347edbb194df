package dev.mongohaul.job.launch.each;

/**
 * Reason why a start had nothing to do.
 *
 * @param message with the name of the job, for people who started it
 * @param reason for the history of a schedule
 */
public record NothingToDo(String message, String reason) {}
