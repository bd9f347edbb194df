package dev.mongohaul.report;

import dev.mongohaul.report.figure.Medians;
import java.util.List;
import java.util.Optional;

/**
 * Last imports of a job.
 *
 * @param imports the newest first
 * @param usual medians of its imports; empty if too few are completed
 */
record RecentImports(List<ImportSummary> imports, Optional<Medians> usual) {}
