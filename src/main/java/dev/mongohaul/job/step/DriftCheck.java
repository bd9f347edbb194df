package dev.mongohaul.job.step;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.setting.Drift;
import dev.mongohaul.job.setting.DriftLimit;
import dev.mongohaul.job.setting.HeaderRule;
import dev.mongohaul.repository.plan.ColumnShares;
import dev.mongohaul.repository.plan.FiguresStore;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.UsualFigures;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of a job's content with its earlier completed imports into the same target: of the header with the last one,
 * before anything is written, and of all figures with their medians, when everything is read. Imports of
 * rejects are not compared, and do not count, because rejects are unusual.
 */
public final class DriftCheck {

    /** Differences below it come from the arithmetic. */
    private static final double NOISE = 1e-9;

    private static final double PERCENT = 100;
    private static final int MOST_NAMES = 30;

    private final FiguresStore store;
    private final ImportJob job;
    private final Drift rules;

    public DriftCheck(FiguresStore store, ImportJob job) {
        this.store = store;
        this.job = job;
        this.rules = job.file().drift();
    }

    /**
     * Returns how the header differs from that of the last completed import.
     *
     * @param target namespace
     * @throws JobRefusedException if the job forbids the difference
     */
    public List<Deviation> checkHeader(String target) {
        List<ImportFigures> last =
                job.importsRejects() ? List.of() : store.completed(job.name(), target, Instant.now(), 1);
        if (last.isEmpty()) {
            return List.of();
        }
        List<String> refusals = new ArrayList<>();
        refuse(refusals, "missing-column", rules.missingColumn(), missing(last.get(0)), "lacks", "had");
        refuse(refusals, "new-column", rules.newColumn(), added(last.get(0)), "has", "did not have");
        if (!refusals.isEmpty()) {
            throw new JobRefusedException(job.name(), refusals);
        }
        return header(last.get(0));
    }

    private static void refuse(
            List<String> refusals, String key, HeaderRule rule, List<String> columns, String now, String then) {
        if (rule == HeaderRule.REFUSE && !columns.isEmpty()) {
            refusals.add(
                    "the header %s %s, which the last import %s. Correct the file, or accept the header once with drift.%s=report"
                            .formatted(now, quoted(columns), then, key));
        }
    }

    /** Columns that the job names are known to the user. */
    private List<String> added(ImportFigures last) {
        if (last.others() > 0) {
            return List.of();
        }
        Set<String> known = new HashSet<>(last.names());
        known.addAll(job.file().fields().keySet());
        return job.header().names().stream()
                .filter(name -> !known.contains(name))
                .toList();
    }

    private List<String> missing(ImportFigures last) {
        Set<String> present = new HashSet<>(job.header().names());
        return last.names().stream().filter(name -> !present.contains(name)).toList();
    }

    private List<Deviation> header(ImportFigures last) {
        List<Deviation> found = new ArrayList<>();
        if (rules.newColumn() == HeaderRule.REPORT) {
            added(last).forEach(name -> found.add(ofHeader("new-column", name, "is new")));
        }
        if (rules.missingColumn() == HeaderRule.REPORT) {
            missing(last).forEach(name -> found.add(ofHeader("missing-column", name, "is missing")));
        }
        return found;
    }

    private static Deviation ofHeader(String figure, String column, String what) {
        return new Deviation(
                figure,
                column,
                null,
                null,
                false,
                "column %s %s, compared with the last import".formatted(Printable.quoted(column), what));
    }

    private static String quoted(List<String> columns) {
        int others = columns.size() - MOST_NAMES;
        return (columns.size() == 1 ? "the column " : "the columns ")
                + columns.stream().limit(MOST_NAMES).map(Printable::quoted).collect(Collectors.joining(", "))
                + (others > 0 ? " and " + others + " more" : "");
    }

    /** Returns the figures of imports that were completed before, the newest first. */
    List<ImportFigures> earlier(ImportPlan plan) {
        return job.importsRejects()
                ? List.of()
                : store.completed(plan.identity().job(), plan.identity().target(), plan.created(), ImportFigures.MOST);
    }

    /**
     * Saves the figures of an import that is read to its end, and returns how they differ from those of earlier imports. A
     * repeated call has the same result.
     */
    List<Deviation> complete(ImportPlan plan, List<ImportFigures> earlier) {
        if (job.importsRejects()) {
            return List.of();
        }
        ImportFigures figures = ImportFigures.of(plan, job.header().names());
        store.save(figures);
        List<Deviation> found = new ArrayList<>();
        earlier.stream().findFirst().ifPresent(last -> found.addAll(header(last)));
        UsualFigures.of(earlier).ifPresent(usual -> found.addAll(new Comparison(rules, usual).of(figures)));
        return found;
    }

    /** Comparison of figures with what is usual. */
    private record Comparison(Drift rules, UsualFigures usual) {

        List<Deviation> of(ImportFigures figures) {
            List<Deviation> found = new ArrayList<>();
            double read = (double) figures.read();
            double change = change(read, usual.read());
            add(
                    found,
                    rules.records(),
                    change,
                    "records",
                    null,
                    read,
                    usual.read(),
                    "%,.0f records were read, usually %,.0f");
            var shares = figures.shares();
            for (String name : figures.names()) {
                ColumnShares now = shares.get(name);
                ColumnShares then = usual.columns().get(name);
                if (now != null && then != null) {
                    compare(found, name, now, then);
                }
            }
            return found;
        }

        private void compare(List<Deviation> found, String name, ColumnShares now, ColumnShares then) {
            double blanks = now.blanks() - then.blanks();
            add(
                    found,
                    rules.blanks(),
                    blanks,
                    "blanks",
                    name,
                    now.blanks(),
                    then.blanks(),
                    "%.1f %% of the cells are blank, usually %.1f %%");
            double misfits = now.misfits() - then.misfits();
            add(
                    found,
                    rules.misfits(),
                    misfits,
                    "misfits",
                    name,
                    now.misfits(),
                    then.misfits(),
                    "%.1f %% of the records were rejected because of it, usually %.1f %%");
        }

        /** Returns a change in percent; 0 if it has none because the usual figure is 0. */
        private static double change(double value, double usual) {
            return usual == 0 ? 0 : PERCENT * (value - usual) / usual;
        }

        private static void add(
                List<Deviation> found,
                DriftLimit limit,
                double change,
                String figure,
                @Nullable String column,
                double value,
                double usual,
                String format) {
            if (limit.exceededBy(change - Math.signum(change) * NOISE)) {
                String text = String.format(Locale.ROOT, format, value, usual);
                found.add(new Deviation(
                        figure,
                        column,
                        value,
                        usual,
                        true,
                        column == null ? text : "column %s: %s".formatted(Printable.quoted(column), text)));
            }
        }
    }
}
