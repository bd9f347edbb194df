package dev.mongohaul.report.render;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sheets as pages for browsers and printers, which load nothing and run nothing. Thread-safe. */
public final class ReportPage {

    private static final DateTimeFormatter MADE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Templates templates = new Templates(ReportPage.class);

    /**
     * A section with its charts drawn.
     *
     * @param id unique on the page
     */
    public record Part(String id, Section section, List<Chart> charts) {}

    /** The page; its times are of this machine's zone, as it says. */
    public String html(Sheet sheet) {
        ZoneId zone = ZoneId.systemDefault();
        String made = MADE.withZone(zone).format(Instant.now());
        return templates.fill(
                "report.html",
                Map.of("title", sheet.title(), "parts", parts(sheet), "made", made, "zone", zone.getId()));
    }

    /** What the page is made of, for pages of others. */
    public List<Part> parts(Sheet sheet) {
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
            CurveChart.of(curve, id + "-chart-" + (charts.size() + 1), templates)
                    .ifPresent(charts::add);
        }
        return charts;
    }
}
