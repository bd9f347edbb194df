package dev.mongohaul.compare.page;

import dev.mongohaul.compare.suite.CaseRow;
import dev.mongohaul.compare.suite.Circumstances;
import dev.mongohaul.compare.suite.RunStore;
import dev.mongohaul.compare.suite.SuiteResult;
import dev.mongohaul.compare.suite.Versions;
import dev.mongohaul.report.render.Chart;
import dev.mongohaul.report.render.Templates;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** HTML page of the results of suites, for browsers and printers. It loads nothing and runs nothing. */
public final class SuitePage {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<Section> sections = new ArrayList<>();
    private final Templates templates = new Templates(SuitePage.class);

    /** @param results at least one, in the page's order */
    public SuitePage(List<SuiteResult> results) {
        for (SuiteResult result : results) {
            sections.add(section(result, "suite-" + (sections.size() + 1)));
        }
    }

    public String html() {
        String title = sections.size() == 1
                ? "Comparison: " + sections.get(0).result().suite()
                : "Comparisons: what was measured";
        return templates.fill("suites.html", Map.of("title", title, "sections", sections, "columns", CaseRow.COLUMNS));
    }

    /** Stores the page of one result under the suite's name and returns it. */
    public String storeIn(Path folder) {
        String html = html();
        RunStore.write(folder.resolve(sections.get(0).result().suite() + ".html"), html);
        return html;
    }

    /** Returns the sections alone, without style, for a page that has {@link Templates}'s. */
    public String contents() {
        return Templates.withoutStyle(
                templates.fill("suites.html", "section", Map.of("sections", sections, "columns", CaseRow.COLUMNS)));
    }

    /** Returns the page's charts, each a file of its own, by file name. */
    public Map<String, String> charts() {
        Map<String, String> charts = new LinkedHashMap<>();
        for (Section section : sections) {
            String suite = section.result().suite().replaceAll("[^A-Za-z0-9._-]", "-");
            for (int index = 0; index < section.charts().size(); index++) {
                charts.put(
                        "%s-%d.svg".formatted(suite, index + 1),
                        section.charts().get(index).svg());
            }
        }
        return charts;
    }

    private Section section(SuiteResult result, String id) {
        List<CaseGroup> groups = CaseGroup.of(result);
        List<Chart> charts = new ArrayList<>();
        for (CaseGroup group : groups) {
            String title = group.title().isEmpty() ? result.suite() : result.suite() + ", " + group.title();
            String chartId = id + "-chart-" + (charts.size() + 1);
            BarChart.of(group.bars(), title, chartId, templates).ifPresent(charts::add);
        }
        return new Section(id, result, charts, legend(groups), lines(result), facts(result), notes(result));
    }

    private static String legend(List<CaseGroup> groups) {
        List<CaseBar> bars =
                groups.stream().flatMap(group -> group.bars().stream()).toList();
        boolean repeated = bars.stream().anyMatch(CaseBar::repeated);
        boolean published = bars.stream().anyMatch(bar -> bar.published() != null);
        return "Blue: the median measured here%s.%s"
                .formatted(
                        repeated ? "; the line on it reaches from the slowest to the fastest run" : "",
                        published ? " Grey: the published figure, measured on another machine." : "");
    }

    private static List<Line> lines(SuiteResult result) {
        return result.cells().stream()
                .map(row -> new Line(
                        row.name(),
                        CaseRow.COLUMNS.stream().map(column -> column.of(row)).toList()))
                .toList();
    }

    private static List<String> notes(SuiteResult result) {
        return result.cells().stream()
                .flatMap(row -> row.notes().stream().map(note -> "%s: %s.".formatted(row.name(), note)))
                .toList();
    }

    private static List<Fact> facts(SuiteResult result) {
        Circumstances circumstances = result.circumstances();
        String runs = result.runs() == 1 ? "each case once" : result.runs() + " of each case, in turn";
        return Stream.of(
                        new Fact("Server", circumstances.server()),
                        new Fact("Machine", circumstances.machine()),
                        new Fact("Versions", versions(circumstances.versions())),
                        new Fact("Measured", MINUTE.format(circumstances.measuredAt())),
                        new Fact("Input", result.job() == null ? "generated products" : "the job " + result.job()),
                        new Fact("Runs", runs),
                        new Fact("In all cases", common(result.cells())))
                .filter(fact -> !fact.text.isEmpty())
                .toList();
    }

    private static String versions(Versions versions) {
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

    private static String common(List<CaseRow> rows) {
        Map<String, String> common = new LinkedHashMap<>();
        rows.stream().limit(1).forEach(first -> common.putAll(first.settings()));
        rows.forEach(row -> common.entrySet().retainAll(row.settings().entrySet()));
        return common.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + setting.getValue())
                .collect(Collectors.joining(", "));
    }

    record Section(
            String id,
            SuiteResult result,
            List<Chart> charts,
            String legend,
            List<Line> lines,
            List<Fact> facts,
            List<String> notes) {}

    record Line(String name, List<String> figures) {}

    /** Circumstance of the measurement; not shown if its text is empty. */
    record Fact(String name, String text) {}
}
