package dev.mongohaul.job.launch;

import dev.mongohaul.job.target.Taken;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a request.
 *
 * @param run that took back the import, or that did so before; null if nothing is stored of it, or of a preview
 * @param plan of the import that is taken back
 * @param already whether it was taken back before
 * @param taken what is taken back
 * @param spared first ids of spared documents of a preview, in extended JSON
 */
public record UndoResult(@Nullable Run run, ImportPlan plan, boolean already, Taken taken, List<String> spared) {}
