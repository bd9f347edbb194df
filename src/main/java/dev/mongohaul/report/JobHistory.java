package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A job with its imports and slots.
 *
 * @param imports the newest first
 * @param slots the newest first
 * @param fileImports imports of files of this name without a job file, the newest first
 */
public record JobHistory(
        @JsonUnwrapped JobReport job,
        List<ImportSummary> imports,
        List<SlotReport> slots,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ImportSummary> fileImports) {}
