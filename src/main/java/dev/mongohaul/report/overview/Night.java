package dev.mongohaul.report.overview;

import java.time.LocalDate;

/**
 * Day of a job.
 *
 * @param outcome the most severe one of its imports and slots; NEW if there was none
 */
public record Night(LocalDate day, JobState outcome) {}
