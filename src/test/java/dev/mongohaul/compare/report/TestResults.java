package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.CaseResult;
import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Results that nobody measured. */
public final class TestResults {

    private TestResults() {}

    /** Of one cell, a run each. */
    public static double[] seconds(double... seconds) {
        return seconds;
    }

    /** Seconds of the suite's cells in order; a cell without any failed. */
    public static SuiteResult result(Suite suite, double[]... seconds) {
        return SuiteResult.of(suite, figures(suite, seconds), "MongoDB 6.0.5");
    }

    static List<CaseResult> figures(Suite suite, double[]... seconds) {
        List<CaseResult> figures = new ArrayList<>();
        for (int index = 0; index < seconds.length; index++) {
            BenchmarkCase cell = suite.cells().get(index);
            List<CaseRun> runs = Arrays.stream(seconds[index])
                    .mapToObj(each -> run(cell, each, false))
                    .toList();
            boolean once = runs.size() == 1 && seconds[index][0] > 60;
            CaseRun warmUp = once ? runs.get(0) : run(cell, 99, true);
            figures.add(new CaseResult(cell, warmUp, runs, null));
        }
        return figures;
    }

    private static CaseRun run(BenchmarkCase cell, double seconds, boolean counted) {
        int rows = cell.conditions().rows() == null ? 0 : cell.conditions().rows();
        return new CaseRun(
                seconds,
                rows,
                1.5,
                2.5,
                0.25,
                512L * rows,
                counted ? 1000L : null,
                counted ? 200_000L : null,
                0.1,
                cell.unconfirmed() ? 0L : null);
    }
}
