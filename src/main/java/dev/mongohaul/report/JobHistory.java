package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A job with its imports and slots.
 *
 * @param imports the newest first
 * @param slots the newest first
 */
public record JobHistory(@JsonUnwrapped JobReport job, List<ImportSummary> imports, List<SlotReport> slots) {}
