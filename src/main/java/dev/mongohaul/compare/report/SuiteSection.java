package dev.mongohaul.compare.report;

import dev.mongohaul.report.render.Chart;
import dev.mongohaul.report.render.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a page tells of a suite.
 *
 * @param id unique on the page
 * @param notes of cells
 */
record SuiteSection(
        String id, SuiteResult result, List<Chart> charts, List<Line> lines, List<Fact> facts, List<String> notes) {

    /** A line of the table. */
    record Line(String name, List<String> figures) {}

    static SuiteSection of(SuiteResult result, String id, Templates templates) {
        return new SuiteSection(
                id,
                result,
                charts(result, id, templates),
                result.cells().stream().map(SuiteSection::line).toList(),
                Fact.of(result),
                notes(result));
    }

    /** What the charts' colors and lines are. */
    public String legend() {
        List<Bar> bars =
                Work.of(result).stream().flatMap(work -> work.bars().stream()).toList();
        boolean repeated = bars.stream().anyMatch(Bar::repeated);
        boolean published = bars.stream().anyMatch(bar -> bar.published() != null);
        return "Blue: the median that was measured here%s.%s"
                .formatted(
                        repeated ? "; the line on it reaches from the slowest to the fastest run" : "",
                        published ? " Grey: what was published, measured on another machine." : "");
    }

    private static List<Chart> charts(SuiteResult result, String id, Templates templates) {
        List<Chart> charts = new ArrayList<>();
        for (Work work : Work.of(result)) {
            String title = work.title().isEmpty() ? result.suite() : result.suite() + ", " + work.title();
            Optional<Chart> chart = SuiteChart.of(work, title, id + "-chart-" + (charts.size() + 1), templates);
            chart.ifPresent(charts::add);
        }
        return charts;
    }

    private static Line line(CaseRow row) {
        return new Line(
                row.name(),
                CaseColumn.all().stream().map(column -> column.of(row)).toList());
    }

    private static List<String> notes(SuiteResult result) {
        return result.cells().stream()
                .flatMap(row -> row.notes().stream().map(note -> "%s: %s.".formatted(row.name(), note)))
                .toList();
    }
}
