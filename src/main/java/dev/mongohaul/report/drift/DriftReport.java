package dev.mongohaul.report.drift;

import dev.mongohaul.repository.plan.ColumnShares;
import dev.mongohaul.repository.plan.FiguresStore;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.UsualFigures;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the content of an import, beside the medians of earlier imports of the job.
 *
 * @param run that read the import to its end
 * @param imports number of earlier imports that the medians are from; 0 if they are too few
 * @param usual median of the number of records; null without medians
 * @param columns in the order of the header
 * @param others number of columns whose figures are not kept
 * @param drift what the run reported
 */
public record DriftReport(
        String job,
        long run,
        int imports,
        long records,
        @Nullable Double usual,
        List<ColumnDrift> columns,
        int others,
        List<Deviation> drift) {

    /** Returns the report of a run; empty if its import was not read to its end. */
    public static Optional<DriftReport> of(Run run, FiguresStore store) {
        return Optional.ofNullable(run.plan())
                .flatMap(plan -> store.find(plan.key()))
                .map(figures -> of(run, figures, store));
    }

    private static DriftReport of(Run run, ImportFigures figures, FiguresStore store) {
        Optional<UsualFigures> usual = UsualFigures.of(
                store.completed(figures.job(), figures.target(), figures.created(), ImportFigures.MOST));
        Map<String, ColumnShares> then = usual.map(UsualFigures::columns).orElse(Map.of());
        Map<String, ColumnShares> now = figures.shares();
        return new DriftReport(
                figures.job(),
                run.id(),
                usual.map(UsualFigures::imports).orElse(0),
                figures.read(),
                usual.map(UsualFigures::read).orElse(null),
                figures.names().stream()
                        .filter(now::containsKey)
                        .map(name -> new ColumnDrift(name, Objects.requireNonNull(now.get(name)), then.get(name)))
                        .toList(),
                figures.others(),
                run.drift());
    }
}
