package dev.mongohaul.infer;

import java.util.List;

/**
 * Inferred job.
 *
 * @param text a complete job file with comments
 * @param notes sentences for people: what is uncertain, which records are not imported, and which columns can be the id
 */
public record InferredJob(String text, List<String> notes) {}
