package dev.mongohaul.job.file;

import dev.mongohaul.reject.RejectLimit;
import java.nio.file.Path;

/**
 * What becomes of rejected records.
 *
 * @param directory absolute
 */
public record Rejects(RejectLimit limit, Path directory) {}
