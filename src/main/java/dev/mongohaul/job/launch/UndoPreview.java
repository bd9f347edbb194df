package dev.mongohaul.job.launch;

import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.ImportPlan;
import java.util.List;
import java.util.Optional;

/**
 * What an undo would take back.
 *
 * @param plan of the import
 * @param nothing message if it was taken back before; empty otherwise
 * @param spared first ids of spared documents, in extended JSON
 */
public record UndoPreview(ImportPlan plan, Optional<String> nothing, UndoCounts counts, List<String> spared) {}
