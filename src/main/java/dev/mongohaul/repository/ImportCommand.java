package dev.mongohaul.repository;

import java.util.Map;

/**
 * What was asked for, so that it can be asked for again.
 *
 * @param jobFile absolute path of the job file
 * @param parameters as given on the command line; no secret can be among them
 */
public record ImportCommand(String jobFile, Map<String, String> parameters) {}
