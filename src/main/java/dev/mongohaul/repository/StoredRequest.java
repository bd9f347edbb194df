package dev.mongohaul.repository;

import java.util.List;

/**
 * What was asked for, so that it can be asked for again.
 *
 * @param jobFile absolute path of the job file
 * @param parameters as given on the command line, {@code name=value} each; no secret can be among them
 */
public record StoredRequest(String jobFile, List<String> parameters) {}
