package dev.mongohaul.report;

import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts together what the plan says of pieces and what the steps of all tries do. */
final class PieceReports {

    private final List<PlannedInput> inputs;
    private final Map<Long, Duration> spent = new HashMap<>();

    private PieceReports(ImportPlan plan, List<Run> tries) {
        this.inputs = plan.inputs();
        tries.forEach(run -> run.partitionDurations().forEach((from, time) -> spent.merge(from, time, Duration::plus)));
    }

    /** In the order of the input. */
    static List<PieceReport> of(ImportPlan plan, List<Run> tries) {
        PieceReports reports = new PieceReports(plan, tries);
        return plan.partitions().stream().map(reports::report).toList();
    }

    private PieceReport report(ImportPartition piece) {
        Duration time = spent.get(piece.from());
        return new PieceReport(
                files(piece),
                piece.from(),
                piece.to(),
                piece.doneTo(),
                state(piece),
                piece.counts(),
                time == null ? null : (Double) Figures.seconds(time),
                recordsPerSecond(piece, time));
    }

    private static @Nullable Long recordsPerSecond(ImportPartition piece, @Nullable Duration time) {
        return time == null || time.isZero()
                ? null
                : (Long) Figures.perSecond(piece.counts().read(), time);
    }

    private static String state(ImportPartition piece) {
        if (piece.finished()) {
            return "finished";
        }
        return piece.doneTo() > piece.from() ? "begun" : "open";
    }

    /** An input ends where the next begins. */
    private List<String> files(ImportPartition piece) {
        List<String> files = new ArrayList<>();
        for (int index = 0; index < inputs.size(); index++) {
            boolean endsBefore =
                    index + 1 < inputs.size() && inputs.get(index + 1).base() <= piece.from();
            if (!endsBefore && inputs.get(index).base() < Math.max(piece.to(), 1)) {
                files.add(inputs.get(index).path());
            }
        }
        return files;
    }
}
