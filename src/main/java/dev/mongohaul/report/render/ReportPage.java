package dev.mongohaul.report.render;

import dev.mongohaul.report.render.LineChart.Curve;
import dev.mongohaul.report.render.ReportView.Section;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** HTML pages of reports, for browsers and printers, without scripts and external resources. Thread-safe. */
public final class ReportPage {

    private static final DateTimeFormatter MADE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Templates templates = new Templates(ReportPage.class);

    /**
     * Section with its charts.
     *
     * @param id unique on the page
     */
    public record Part(String id, Section section, List<Chart> charts) {}

    /** Returns the page. Its times are in the time zone of the machine, which the page names. */
    public String html(ReportView sheet) {
        ZoneId zone = ZoneId.systemDefault();
        String made = MADE.withZone(zone).format(Instant.now());
        return templates.fill(
                "report.html",
                Map.of("title", sheet.title(), "parts", parts(sheet), "made", made, "zone", zone.getId()));
    }

    /** Returns the sections of a report, for other pages. */
    public List<Part> parts(ReportView sheet) {
        List<Part> parts = new ArrayList<>();
        for (Section section : sheet.sections()) {
            String id = "part-" + (parts.size() + 1);
            parts.add(new Part(id, section, charts(section, id)));
        }
        return parts;
    }

    private List<Chart> charts(Section section, String id) {
        List<Chart> charts = new ArrayList<>();
        for (Curve curve : section.curves()) {
            charts.add(LineChart.of(curve, id + "-chart-" + (charts.size() + 1), templates));
        }
        return charts;
    }
}
