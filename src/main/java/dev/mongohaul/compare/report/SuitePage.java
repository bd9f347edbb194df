package dev.mongohaul.compare.report;

import dev.mongohaul.report.render.StyleSheet;
import dev.mongohaul.report.render.Templates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
