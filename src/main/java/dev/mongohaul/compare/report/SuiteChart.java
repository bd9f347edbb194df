package dev.mongohaul.compare.report;

import dev.mongohaul.compare.report.Work.Bar;
import dev.mongohaul.report.render.Chart;
import dev.mongohaul.report.render.Templates;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes charts of cells that do the same. */
final class SuiteChart {

    private SuiteChart() {}

    /** Empty where nothing was measured, or where this Java cannot draw. */
    static Optional<Chart> of(Work work, String title, String id, Templates templates) {
        if (work.bars().stream().noneMatch(bar -> bar.rate() != null && bar.longest() > 0)) {
            return Optional.empty();
        }
        Map<String, String> told =
                Map.of("title", title + ": documents per second", "description", description(work.bars()));
        return Chart.of(title, id, told, templates, () -> BarChart.of(work.bars(), id));
    }

    private static String description(List<Bar> bars) {
        return bars.stream()
                .map(bar -> bar.rate() == null
                        ? bar.name() + ": could not be measured"
                        : String.format(
                                Locale.ROOT, "%s: %,.0f", bar.name(), bar.rate().median()))
                .collect(Collectors.joining("; "));
    }
}
