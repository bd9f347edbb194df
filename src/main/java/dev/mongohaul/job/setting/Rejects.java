package dev.mongohaul.job.setting;

import dev.mongohaul.reject.RejectLimit;
import java.nio.file.Path;

/**
 * Limit and place of rejected records.
 *
 * @param directory absolute
 */
public record Rejects(RejectLimit limit, Path directory) {}
