package dev.mongohaul.cli.compare;

import dev.mongohaul.compare.run.CaseRun;
import dev.mongohaul.compare.run.SuiteComparison;
import dev.mongohaul.compare.suite.BenchmarkCase;
import java.io.PrintWriter;

/** A line on standard error for each measurement of a suite. */
final class SuiteProgress implements SuiteComparison.Progress {

    private final PrintWriter err;

    SuiteProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void measured(int number, int of, BenchmarkCase cell, CaseRun measured, boolean warmUp) {
        err.printf(
                "%d of %d: %s: %.2f s%s%n",
                number, of, cell.name(), measured.seconds(), warmUp ? " to warm up, commands counted" : "");
    }

    @Override
    public void failed(int number, int of, BenchmarkCase cell, String reason) {
        err.printf("%d of %d: %s is left out: %s%n", number, of, cell.name(), reason);
    }
}
