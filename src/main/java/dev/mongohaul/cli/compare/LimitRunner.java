package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.Session;
import dev.mongohaul.cli.command.StopOnSignal;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.compare.limit.Candidate;
import dev.mongohaul.compare.limit.Candidate.Measurement;
import dev.mongohaul.compare.limit.LimitComparison;
import dev.mongohaul.compare.limit.LimitComparison.JobUnderTest;
import dev.mongohaul.compare.limit.LimitComparison.LimitOptions;
import dev.mongohaul.compare.limit.LimitJson;
import dev.mongohaul.compare.limit.LimitResult;
import dev.mongohaul.compare.limit.LimitTable;
import dev.mongohaul.compare.limit.Rounds;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.launch.MongoConnections;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** Runs a comparison and shows it: a line for each measurement, and what they come to. */
final class LimitRunner {

    private final Format format;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err gets progress */
    LimitRunner(Format format, PrintWriter out, PrintWriter err) {
        this.format = format;
        this.out = out;
        this.err = err;
    }

    /** A signal ends it at once, with all that it made thrown away. */
    ExitCode run(JobUnderTest job, LimitOptions options, Supplier<Session> sessions) {
        Cancellation abort = new Cancellation();
        return StopOnSignal.during(abort::ask, "Stopping", err, signal -> run(job, options, sessions, abort));
    }

    private ExitCode run(JobUnderTest job, LimitOptions options, Supplier<Session> sessions, Cancellation abort) {
        try (Session session = sessions.get();
                LimitComparison comparison = new LimitComparison(
                        job, options, session.bean(MongoConnections.class).data(), abort)) {
            print(comparison.run(session.server(), new ComparisonProgress(err)));
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (abort.asked()) {
                return ExitCode.STOPPED;
            }
            throw e;
        }
    }

    private void print(LimitResult result) {
        if (format == Format.TABLE) {
            out.print(LimitTable.of(result));
            out.flush();
            return;
        }
        try {
            StandardOutput.OF_PROCESS.writeUtf8(LimitJson.of(result) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line on standard error for each measurement. */
    static final class ComparisonProgress implements Rounds.Progress {

        private final PrintWriter err;

        ComparisonProgress(PrintWriter err) {
            this.err = err;
        }

        @Override
        public void measured(int cell, int cells, Candidate contender, Measurement measurement) {
            err.printf("%d of %d: %s: %.2f s%n", cell, cells, contender.name(), measurement.seconds());
        }

        @Override
        public void failed(int cell, int cells, Candidate contender, String reason) {
            err.printf("%d of %d: %s is left out: %s%n", cell, cells, contender.name(), reason);
        }
    }
}
