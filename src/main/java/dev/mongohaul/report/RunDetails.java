package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run in detail, with all runs of its import.
 *
 * @param state of its import: completed, unfinished, abandoned or undone; null if the import was never planned
 * @param runs of the import, in the order of their start
 * @param conditions of the run
 * @param contents of the import
 * @param knownFiles what is known of the files of the import, with where they went
 */
public record RunDetails(
        @JsonUnwrapped RunReport run,
        @Nullable String state,
        @JsonProperty("runDetails") List<RunReport> runs,
        @JsonUnwrapped ImportConditions conditions,
        @JsonUnwrapped ReportContents contents,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FileReport> knownFiles) {}
