package dev.mongohaul.repository.plan;

/**
 * Number of partitions of a job's running imports.
 *
 * @param state waiting for a worker, running, finished or failed
 */
public record SharedPartitions(String job, String state, int count) {}
