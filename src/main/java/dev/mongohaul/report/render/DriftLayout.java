package dev.mongohaul.report.render;

import dev.mongohaul.report.drift.ColumnDrift;
import dev.mongohaul.report.drift.DriftReport;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.plan.ColumnShares;
import dev.mongohaul.repository.run.Deviation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Layout of the figures of an import's content, beside those of earlier imports. */
public final class DriftLayout {

    private static final GridColumns<ColumnDrift> COLUMNS = new GridColumns<ColumnDrift>()
            .text("column", ColumnDrift::column)
            .figure("blank", share(ColumnDrift::figures, ColumnShares::blanks))
            .figure("usually", share(ColumnDrift::usual, ColumnShares::blanks))
            .figure("misfits", share(ColumnDrift::figures, ColumnShares::misfits))
            .figure("usually", share(ColumnDrift::usual, ColumnShares::misfits))
            .figure("longest", number(ColumnDrift::figures, ColumnShares::longest))
            .figure("usually", number(ColumnDrift::usual, ColumnShares::longest));

    private DriftLayout() {}

    private static Function<ColumnDrift, @Nullable String> share(
            Function<ColumnDrift, @Nullable ColumnShares> shares, ToDoubleFunction<ColumnShares> figure) {
        return column -> text("%.1f %%", shares.apply(column), figure);
    }

    private static Function<ColumnDrift, @Nullable String> number(
            Function<ColumnDrift, @Nullable ColumnShares> shares, ToDoubleFunction<ColumnShares> figure) {
        return column -> text("%,.0f", shares.apply(column), figure);
    }

    private static String text(String format, @Nullable ColumnShares shares, ToDoubleFunction<ColumnShares> figure) {
        return shares == null ? "" : Words.format(format, figure.applyAsDouble(shares));
    }

    /** Lays out the figures of the import, one row for each column, and what differs from earlier imports. */
    public static ReportView of(DriftReport report) {
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of(
                "",
                new CollectedFacts()
                        .and("run", Words.format("%d of %s", report.run(), report.job()))
                        .and("records", records(report))
                        .and(
                                "usual",
                                report.imports() == 0
                                        ? "unknown: fewer than three earlier imports are completed"
                                        : Words.format("median of the last %d imports", report.imports()))
                        .list()));
        String[] notes = report.others() == 0
                ? new String[0]
                : new String[] {Words.format("%,d more columns, whose figures are not kept", report.others())};
        sections.add(Section.of("Columns", COLUMNS.of(report.columns()), notes));
        sections.add(new Section(
                "Drift",
                List.of(),
                List.of(),
                null,
                report.drift().isEmpty()
                        ? List.of("none")
                        : report.drift().stream().map(Deviation::text).toList(),
                ""));
        return new ReportView(Words.format("Content of run %d of %s", report.run(), report.job()), sections);
    }

    private static String records(DriftReport report) {
        return report.usual() == null
                ? Words.number(report.records())
                : Words.format("%,d, usually %,.0f", report.records(), report.usual());
    }
}
