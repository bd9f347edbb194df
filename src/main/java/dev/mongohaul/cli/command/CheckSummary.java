package dev.mongohaul.cli.command;

import dev.mongohaul.check.CheckLauncher.Unknowns;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.check.CheckResult.LimitVerdict;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.writer.delivery.BulkPlanner.ChunkPlan;
import java.util.Formatter;
import java.util.Locale;

/** What a check found, for a person: the input, documents, rejects, and how an import would end. */
final class CheckSummary {

    private final ImportJob job;
    private final CheckResult result;
    private final Formatter out = new Formatter(Locale.ROOT);

    private CheckSummary(ImportJob job, CheckResult result) {
        this.job = job;
        this.result = result;
    }

    static String of(ImportJob job, CheckResult result) {
        CheckSummary summary = new CheckSummary(job, result);
        summary.out.format("%s", InputText.of(job));
        summary.documents();
        summary.out.format("%s", RejectText.of(result));
        summary.verdict();
        summary.unknown();
        return summary.out.toString();
    }

    private void documents() {
        if (!result.documents().isEmpty()) {
            out.format("%nFirst documents:%n");
        }
        result.documents().forEach(document -> DocumentText.of(document).forEach(line -> out.format(" %s%n", line)));
    }

    private void verdict() {
        out.format("%n%s: %s%n", job.name(), ending());
        if (result.reason() != null) {
            out.format("  %s%n", result.reason());
        }
        out.format("  %-13s %,13d%n", "read", result.counts().read());
        out.format("  %-13s %,13d%n", "to be written", result.counts().written());
        out.format("  %-13s %,13d%n", "rejected", result.counts().rejected());
        Summary.cells(out, result.counts().cells());
        out.format("  %-13s %,13.1f%n", "seconds", result.elapsed().toMillis() / 1000.0);
        out.format("  %-13s %,13d%n", "records/s", result.recordsPerSecond());
        plan(result.plan());
        limit(result.limit());
    }

    private void plan(ChunkPlan plan) {
        if (plan.chunks() > 0) {
            out.format(
                    "commands: %,d, %.1f a chunk: %s%n",
                    plan.commands(), (double) plan.commands() / plan.chunks(), why(plan));
        }
    }

    private String why(ChunkPlan plan) {
        if (job.write().ordered()) {
            return "one for each run of one operation, since write.ordered keeps the order of the input";
        }
        return plan.waiting() == 0
                ? "one for each operation"
                : "one for each operation, and again where records wait for another of their key: %,d do"
                        .formatted(plan.waiting());
    }

    private String ending() {
        return switch (result.ending()) {
            case COMPLETED -> "an import would complete";
            case COMPLETED_WITH_REJECTS -> "an import would complete, with rejects";
            case REJECT_LIMIT_EXCEEDED -> "an import would fail, the reject limit is exceeded";
            case STOPPED -> "the check was stopped; so far";
            case FAILED -> "the check failed";
        };
    }

    private void limit(LimitVerdict verdict) {
        if (verdict.exceeded()) {
            out.format(
                    "An import would %s record %,d: %,d rejected by then, and rejects.limit is %s%n",
                    verdict.atEnd() ? "fail at its end, after" : "stop at about",
                    verdict.atRecord(),
                    verdict.rejects(),
                    verdict.limit());
        } else if (result.counts().rejected() > 0) {
            out.format("rejects.limit is %s: it is not exceeded%n", verdict.limit());
        }
    }

    private void unknown() {
        out.format("What a check cannot know:%n");
        Unknowns.of(job).forEach(unknown -> out.format("  %s%n", unknown));
    }
}
