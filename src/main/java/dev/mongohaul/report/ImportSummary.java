package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.Figures;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.figure.ImportTimes;
import dev.mongohaul.report.figure.ImportedInput;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.PastPlan;
import dev.mongohaul.repository.run.PastRun;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one import over all its runs, as a row of a job's history has them.
 *
 * @param counts of all runs; zeros for an undo
 * @param undone counts of all runs of an undo; null for an import
 * @param change against the medians of earlier imports; null if there are none, for an undo, and for corrected rejects
 */
public record ImportSummary(
        @JsonProperty("import") long importNumber,
        String job,
        @JsonUnwrapped ImportOutcome outcome,
        @JsonUnwrapped ImportedInput input,
        @JsonUnwrapped ImportTimes times,
        Counts counts,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts undone,

        @Nullable Change change) {

    /** Returns when its first run started, and how long ago that is, as text. */
    @JsonIgnore
    public String startedText() {
        return "%s (%s)".formatted(Words.time(times.started()), Words.age(times.started(), Instant.now()));
    }

    static ImportSummary of(PastImport past, Optional<Medians> usual) {
        PastPlan plan = past.plan();
        PastRun last = past.last();
        return new ImportSummary(
                past.number(),
                past.job(),
                ImportOutcome.of(last.status(), plan),
                ImportedInput.of(plan),
                ImportTimes.of(past),
                past.isUndo() ? Counts.NONE : past.counts(),
                past.isUndo() ? UndoCounts.of(past.counts()) : null,
                usual.filter(medians -> past.isOfWholeInput())
                        .map(medians -> change(past, medians))
                        .orElse(null));
    }

    /** Returns the status of the last run. */
    public RunStatus status() {
        return outcome.status();
    }

    /** Returns the state of the import; null if it was never planned. */
    public @Nullable String state() {
        return outcome.state();
    }

    private static Change change(PastImport past, Medians usual) {
        return new Change(
                usual.imports(),
                ChangedFigure.of(Figures.seconds(past), usual.seconds()),
                ChangedFigure.of((double) past.counts().read(), usual.records()),
                ChangedFigure.of((double) past.counts().rejected(), usual.rejects()),
                ChangedFigure.of((double) Figures.recordsPerSecond(past), usual.recordsPerSecond()));
    }
}
