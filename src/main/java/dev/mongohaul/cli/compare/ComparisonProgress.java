package dev.mongohaul.cli.compare;

import dev.mongohaul.compare.limit.Candidate;
import dev.mongohaul.compare.limit.Measurement;
import dev.mongohaul.compare.limit.Rounds;
import java.io.PrintWriter;

/** A line on standard error for each measurement. */
final class ComparisonProgress implements Rounds.Progress {

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
