package dev.mongohaul.compare.report;

import dev.mongohaul.compare.report.SuiteResult.Versions;
import dev.mongohaul.compare.report.SuiteTable.CaseColumn;
import dev.mongohaul.compare.report.Work.Bar;
import dev.mongohaul.report.render.Chart;
import dev.mongohaul.report.render.StyleSheet;
import dev.mongohaul.report.render.Templates;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One HTML page that tells what suites found, for browsers and printers; it loads nothing and runs nothing. */
public final class SuitePage {

    private final List<SuiteSection> sections;
    private final Templates templates = new Templates(SuitePage.class);

    /** @param results of at least one suite, in the page's order */
    public SuitePage(List<SuiteResult> results) {
        List<SuiteSection> told = new ArrayList<>();
        for (SuiteResult result : results) {
            told.add(SuiteSection.of(result, "suite-" + (told.size() + 1), templates));
        }
        this.sections = List.copyOf(told);
    }

    /** The page. */
    public String html() {
        String title = sections.size() == 1
                ? "Comparison: " + sections.get(0).result().suite()
                : "Comparisons: what was measured";
        return templates.fill(
                "suites.html",
                Map.of(
                        "title", title,
                        "sections", sections,
                        "columns", CaseColumn.all()));
    }

    /** What the page tells, without the page, and without style: that is {@link StyleSheet}'s. */
    public String contents() {
        return StyleSheet.removedFrom(
                templates.fill("suites.html", "section", Map.of("sections", sections, "columns", CaseColumn.all())));
    }

    /** The charts on it, each of which also stands alone, by the names that files of them have. */
    public Map<String, String> charts() {
        Map<String, String> charts = new LinkedHashMap<>();
        for (SuiteSection section : sections) {
            String suite = section.result().suite().replaceAll("[^A-Za-z0-9._-]", "-");
            for (int index = 0; index < section.charts().size(); index++) {
                charts.put(
                        "%s-%d.svg".formatted(suite, index + 1),
                        section.charts().get(index).svg());
            }
        }
        return charts;
    }

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
            List<Bar> bars = Work.of(result).stream()
                    .flatMap(work -> work.bars().stream())
                    .toList();
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

        /** Something that has to be known of a measurement, and its name. */
        record Fact(String name, String text) {

            private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern(
                            "uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

            /** The circumstances of a suite, but for those that are not known. */
            static List<Fact> of(SuiteResult result) {
                return Stream.of(
                                new Fact("Server", result.server()),
                                new Fact("Machine", result.machine()),
                                new Fact("Versions", versions(result.versions())),
                                new Fact("Measured", when(result.measuredAt())),
                                new Fact(
                                        "Input",
                                        result.job() == null ? "generated products" : "the job " + result.job()),
                                new Fact(
                                        "Runs",
                                        result.runs() == 1
                                                ? "each cell once"
                                                : result.runs() + " of each cell, in turn"),
                                new Fact("In all cells", common(result.cells())))
                        .filter(fact -> !fact.text.isEmpty())
                        .toList();
            }

            private static String versions(@Nullable Versions versions) {
                if (versions == null) {
                    return "";
                }
                Map<String, @Nullable String> all = new LinkedHashMap<>();
                all.put("mongohaul", versions.mongohaul());
                all.put("MongoDB driver", versions.driver());
                all.put("Spring Batch", versions.springBatch());
                all.put("Spring Data MongoDB", versions.springDataMongodb());
                return all.entrySet().stream()
                        .filter(version -> version.getValue() != null)
                        .map(version -> version.getKey() + " " + version.getValue())
                        .collect(Collectors.joining(", "));
            }

            private static String when(@Nullable Instant instant) {
                return instant == null ? "" : MINUTE.format(instant);
            }

            private static String common(List<CaseRow> cells) {
                Map<String, String> common = new LinkedHashMap<>();
                cells.stream().limit(1).forEach(first -> common.putAll(first.settings()));
                cells.forEach(
                        cell -> common.entrySet().retainAll(cell.settings().entrySet()));
                return common.entrySet().stream()
                        .map(setting -> setting.getKey() + ": " + setting.getValue())
                        .collect(Collectors.joining(", "));
            }
        }
    }
}
