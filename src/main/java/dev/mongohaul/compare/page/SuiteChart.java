package dev.mongohaul.compare.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A chart of cells that do the same: SVG that stands alone, and that can stand in a page beside others.
 *
 * @param title what it is of
 */
public record SuiteChart(String title, String svg) {

    /** Empty where nothing was measured, or where this Java cannot draw: one without fonts cannot. */
    static Optional<SuiteChart> of(Work work, String title, String id, Templates templates) {
        if (work.bars().stream().noneMatch(bar -> bar.rate() != null && bar.longest() > 0)) {
            return Optional.empty();
        }
        // A comparison may run where no window system is, nor ever was.
        System.setProperty("java.awt.headless", "true");
        try {
            Drawing drawing = BarChart.of(work.bars(), id);
            Map<String, Object> values =
                    Map.of("id", id, "title", title, "description", description(work.bars()), "drawing", drawing);
            return Optional.of(new SuiteChart(title, templates.fill("chart.svg", values)));
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Error e) {
            // Without fonts, or without what reads them, AWT ends in one kind of Error or another.
            return Optional.empty();
        }
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
