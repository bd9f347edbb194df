package dev.mongohaul.report.outcome;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.time.Duration;
import java.util.OptionalDouble;

/** How long imports took, all their tries together. */
final class PastDurations {

    private static final int WINDOW = 30;
    private static final int FEWEST = 3;
    private static final double MILLIS = 1000.0;

    private final ImportPlans plans;
    private final Runs runs;

    PastDurations(ImportPlans plans, Runs runs) {
        this.plans = plans;
        this.runs = runs;
    }

    double seconds(long jobInstanceId) {
        return runs.triesOf(jobInstanceId).stream()
                        .map(Run::duration)
                        .mapToLong(Duration::toMillis)
                        .sum()
                / MILLIS;
    }

    /**
     * The median of the seconds that imports of a job took; empty where too few are completed.
     *
     * @param before number of the import in question, a jobInstanceId
     */
    OptionalDouble medianSeconds(String job, long before) {
        double[] seconds = plans.findByJob(job).stream()
                .filter(plan -> plan.state() == ImportPlan.State.COMPLETED && plan.jobInstanceId() < before)
                .limit(WINDOW)
                .mapToDouble(plan -> seconds(plan.jobInstanceId()))
                .sorted()
                .toArray();
        int middle = seconds.length / 2;
        if (seconds.length < FEWEST) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2);
    }
}
