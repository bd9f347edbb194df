package dev.mongohaul.reject.export;

import java.nio.file.Path;

/**
 * The files an export left.
 *
 * @param csv the rejected records
 * @param jsonLines their reasons, in the same order
 * @param count how many there are
 */
public record ExportedRejects(Path csv, Path jsonLines, long count) {}
