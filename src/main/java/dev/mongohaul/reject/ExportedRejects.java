package dev.mongohaul.reject;

import java.nio.file.Path;
import java.util.List;

/**
 * The files an export left.
 *
 * @param csv the rejected records, in a file for each charset
 * @param jsonLines their reasons, in the same order
 * @param count how many there are
 */
public record ExportedRejects(List<Path> csv, Path jsonLines, long count) {}
