package dev.mongohaul.reject.export;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Files of an export.
 *
 * @param csv the rejected records, one file for each charset
 * @param jsonLines their reasons, in the same order
 * @param count how many there are
 * @param digests of these files, and of those that earlier runs exported
 */
public record ExportedRejects(List<Path> csv, Path jsonLines, long count, Set<String> digests) {}
