package dev.mongohaul.repository.plan;

import java.util.List;

/**
 * Mapping that was inferred from the input of an import without a job file.
 *
 * @param jobFile text of a job file
 * @param settings that the command gave, {@code name=value} each; they are part of the text
 */
public record InferredMapping(String jobFile, List<String> settings) {}
