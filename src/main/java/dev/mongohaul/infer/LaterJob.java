package dev.mongohaul.infer;

/**
 * Job with the types, names and dialect of an earlier import.
 *
 * @param absent fields of columns that the file lacks, as YAML; empty if there is none
 */
public record LaterJob(InferredJob job, String absent) {}
