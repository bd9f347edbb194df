package dev.mongohaul.job.run;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Log of imports: one line when a run begins, and one when it ends, with its outcome and figures.
 *
 * @param meters that measure the same runs
 */
public record ImportLog(ImportMeters meters) implements ImportMeters {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLog.class);
    private static final double MILLIS = 1000;

    @Override
    public ImportMeter of(String job, String writer) {
        ImportMeter meter = meters.of(job, writer);
        return new ImportMeter() {

            @Override
            public void begun(Run run) {
                meter.begun(run);
                LOG.atInfo()
                        .addKeyValue("job", job)
                        .addKeyValue("import", run.importNumber())
                        .addKeyValue("run", run.id())
                        .log("{}: run {} of import {} began{}", job, run.id(), run.importNumber(), input(run.plan()));
            }

            @Override
            public void chunkWritten(Counts counts, long bytes, Duration writing) {
                meter.chunkWritten(counts, bytes, writing);
            }

            @Override
            public void ended(Run run) {
                Counts counts = counts(run);
                LOG.atLevel(level(run.ending()))
                        .addKeyValue("job", job)
                        .addKeyValue("import", run.importNumber())
                        .addKeyValue("run", run.id())
                        .addKeyValue("outcome", run.ending().word())
                        .addKeyValue("seconds", run.duration().toMillis() / MILLIS)
                        .addKeyValue("read", counts.read())
                        .addKeyValue("written", counts.written())
                        .addKeyValue("unchanged", counts.unchanged())
                        .addKeyValue("alreadyThere", counts.alreadyThere())
                        .addKeyValue("rejected", counts.rejected())
                        .addKeyValue("unmatched", counts.unmatched())
                        .addKeyValue("filtered", counts.filtered())
                        .log("{}: run {} of import {} {}", job, run.id(), run.importNumber(), outcome(run));
                meter.ended(run);
            }

            @Override
            public void reached(ImportPlan plan, PhaseResult result) {
                if (!result.isPending()) {
                    LoggingEventBuilder entry = LOG.atLevel(result.isDoubtful() ? Level.ERROR : Level.INFO)
                            .addKeyValue("job", job)
                            .addKeyValue("import", plan.importNumber())
                            .addKeyValue(result.participle(), result.word())
                            .addKeyValue("seconds", result.seconds());
                    for (Map.Entry<String, Long> figure : result.figures().entrySet()) {
                        entry = entry.addKeyValue(figure.getKey(), figure.getValue());
                    }
                    entry.log("{}: {} of import {}: {}", job, result.phase(), plan.importNumber(), result.text());
                }
                meter.reached(plan, result);
            }
        };
    }

    private static Counts counts(Run run) {
        return run.plan() == null ? Counts.NONE : run.plan().counts();
    }

    private static Level level(RunStatus ending) {
        return switch (ending.severity()) {
            case GOOD, REJECTS -> Level.INFO;
            case STOPPED -> Level.WARN;
            case LIMIT, FAILED -> Level.ERROR;
        };
    }

    private static String input(@Nullable ImportPlan plan) {
        if (plan == null) {
            return "";
        }
        List<PlannedInput> inputs = plan.inputs();
        return String.format(
                Locale.ROOT,
                ", %s into %s: %s%s",
                plan.identity().operation(),
                plan.identity().target(),
                inputs.isEmpty() ? "no file" : inputs.get(0).path(),
                inputs.size() < 2 ? "" : String.format(Locale.ROOT, " and %,d more", inputs.size() - 1));
    }

    /** Returns the outcome with the counts of the whole import, including those of earlier runs. */
    private static String outcome(Run run) {
        Counts counts = counts(run);
        return String.format(
                Locale.ROOT,
                "%s after %,.1f s: %,d read, %,d written%s, %,d already there, %,d rejected%s%s%s",
                run.ending().text(),
                run.duration().toMillis() / MILLIS,
                counts.read(),
                counts.written(),
                counts.unchanged() == 0 ? "" : String.format(Locale.ROOT, ", %,d unchanged", counts.unchanged()),
                counts.alreadyThere(),
                counts.rejected(),
                counts.unmatched() == 0 ? "" : String.format(Locale.ROOT, ", %,d without a match", counts.unmatched()),
                counts.filtered() == 0 ? "" : String.format(Locale.ROOT, ", %,d filtered", counts.filtered()),
                run.reason().isEmpty() ? "" : "; " + run.reason());
    }
}
