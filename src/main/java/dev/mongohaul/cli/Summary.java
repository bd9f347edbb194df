package dev.mongohaul.cli;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What an import came to, for a person, and what to do next. */
final class Summary {

    private final ImportJob job;
    private final String server;

    Summary(ImportJob job, String server) {
        this.job = job;
        this.server = server;
    }

    String nothingToDo(Run loaded) {
        return "%s: nothing to do, this content was loaded by run %d. Use --again to load it once more.%n"
                .formatted(job.name(), loaded.id());
    }

    String of(Run run) {
        RunReport report = RunReport.of(run);
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.printf("%s: %s (run %d)%n", job.name(), report.status().replace('-', ' '), run.id());
        if (report.reason() != null) {
            out.printf("  %s%n", report.reason());
        }
        counts(out, report.counts());
        out.printf("  %-13s %,13.1f%n", "seconds", report.seconds());
        out.printf("  %-13s %,13d%n", "records/s", report.recordsPerSecond());
        if (!report.total().equals(report.counts())) {
            out.printf("The whole import, over all its tries:%n");
            counts(out, report.total());
        }
        out.printf("%s into %s, %s%n", report.operation(), report.target(), server);
        next(out, run, report);
        return text.toString();
    }

    private static void counts(PrintWriter out, Counts counts) {
        out.printf("  %-13s %,13d%n", "read", counts.read());
        out.printf("  %-13s %,13d%n", "written", counts.written());
        out.printf("  %-13s %,13d%n", "already there", counts.alreadyThere());
        out.printf("  %-13s %,13d%n", "rejected", counts.rejected());
        if (counts.unmatched() > 0) {
            out.printf("  %-13s %,13d%n", "without match", counts.unmatched());
        }
    }

    private void next(PrintWriter out, Run run, RunReport report) {
        if (report.total().rejected() > 0) {
            String file = job.rejectsDirectory()
                    .resolve("%s-%d".formatted(job.name(), report.importNumber()))
                    .toString();
            out.printf("Rejects: %s.csv to mend and import, %s.jsonl with the reasons%n", file, file);
        }
        if (job.inputs().isStandardInput()) {
            out.printf("Read from standard input: it cannot be continued, and is not known when it comes again%n");
        }
        ImportEnding ending = run.ending();
        if (ending == ImportEnding.REJECT_LIMIT_EXCEEDED) {
            out.printf(
                    "Next: raise rejects.limit (rejects.limit=5%%) and give the same command, which goes on from here%n");
        } else if (ending == ImportEnding.STOPPED || ending == ImportEnding.FAILED) {
            out.printf("Next: the same command, or 'mongohaul restart %d', goes on from here%n", run.id());
        }
    }
}
