package dev.mongohaul.job.setting.file;

/**
 * Sum of a column over all records of a file.
 *
 * @param group number of the trailer's group that is the sum
 */
public record ControlSum(String column, int group) {}
