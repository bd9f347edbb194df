package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.PastImports.PastImport;
import dev.mongohaul.repository.PastImports.PastPlan;
import dev.mongohaul.repository.PastImports.PastRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one import, all its tries together, as a line of a job's history has them.
 *
 * @param importNumber its number
 * @param status of its last try
 * @param state completed, unfinished or abandoned; null where no try came so far as to plan it
 * @param target namespace
 * @param file the first of its input
 * @param fileCount how many there are
 * @param runs the numbers of its tries
 * @param started when its first try began
 * @param ended when its last try did; null while it runs
 * @param seconds of its tries together, without the time between them
 * @param recordsPerSecond while records were read and written
 * @param counts what became of its records
 * @param change against what was usual before; null where that is not known
 */
public record ImportSummary(
        @JsonProperty("import") long importNumber,
        String job,
        String status,
        @Nullable String state,
        @Nullable String target,
        @Nullable String operation,
        @Nullable String file,
        int fileCount,
        List<Long> runs,
        Instant started,
        @Nullable Instant ended,
        double seconds,
        long recordsPerSecond,
        Counts counts,
        @Nullable Change change) {

    static ImportSummary of(PastImport past, Optional<Medians> usual) {
        PastPlan plan = past.plan();
        PastRun last = past.last();
        return new ImportSummary(
                past.number(),
                past.job(),
                Status.of(last.standing(), last.ending()),
                plan == null ? null : Status.word(plan.state()),
                plan == null ? null : plan.target(),
                plan == null ? null : plan.operation(),
                plan == null ? null : plan.file(),
                plan == null ? 0 : plan.files(),
                past.runs().stream().map(PastRun::run).toList(),
                past.first().started(),
                last.ended(),
                Figures.seconds(past),
                Figures.recordsPerSecond(past),
                past.counts(),
                usual.map(medians -> change(past, medians)).orElse(null));
    }

    private static Change change(PastImport past, Medians usual) {
        return new Change(
                usual.imports(),
                Change.Figure.of(Figures.seconds(past), usual.seconds()),
                Change.Figure.of((double) past.counts().read(), usual.records()),
                Change.Figure.of((double) past.counts().rejected(), usual.rejects()),
                Change.Figure.of((double) Figures.recordsPerSecond(past), usual.recordsPerSecond()));
    }
}
