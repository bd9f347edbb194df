package dev.mongohaul.compare.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Invented results. */
public final class TestResults {

    private TestResults() {}

    /** Returns the seconds of the runs of one case. */
    public static double[] seconds(double... seconds) {
        return seconds;
    }

    /** Returns a result with the seconds of the cases in order. A case without seconds has failed. */
    public static SuiteResult result(Suite suite, double[]... seconds) {
        return SuiteResult.of(suite, results(suite, seconds), "MongoDB 6.0.5");
    }

    static List<CaseResult> results(Suite suite, double[]... seconds) {
        List<CaseResult> results = new ArrayList<>();
        for (int index = 0; index < seconds.length; index++) {
            BenchmarkCase benchmark = suite.cases().get(index);
            List<CaseRun> runs = Arrays.stream(seconds[index])
                    .mapToObj(each -> run(benchmark, each, false))
                    .toList();
            boolean once = runs.size() == 1 && seconds[index][0] > 60;
            CaseRun warmUp = once ? runs.get(0) : run(benchmark, 99, true);
            results.add(new CaseResult(benchmark, warmUp, runs, null));
        }
        return results;
    }

    private static CaseRun run(BenchmarkCase benchmark, double seconds, boolean counted) {
        int rows = benchmark.conditions().rows() == null
                ? 0
                : benchmark.conditions().rows();
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
                benchmark.unconfirmed() ? 0L : null);
    }
}
