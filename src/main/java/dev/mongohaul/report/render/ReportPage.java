package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** HTML pages of reports, for browsers and printers, without scripts and external resources. Thread-safe. */
public final class ReportPage {

    private final Templates templates = new Templates(ReportPage.class);

    /**
     * Section with its charts.
     *
     * @param id unique on the page
     */
    public record Part(String id, Section section, List<Chart> charts) {}

    /** Returns the page. Its times are in the time zone of the machine, which the page names. */
    public String html(ReportView view) {
        Map<String, Object> values = Map.of(
                "title", view.title(),
                "parts", parts(view),
                "made", Words.time(Instant.now()),
                "zone", ZoneId.systemDefault().getId());
        return templates.fill("report.html", values);
    }

    /** Returns the sections of a report, for other pages. */
    public List<Part> parts(ReportView view) {
        List<Part> parts = new ArrayList<>();
        for (Section section : view.sections()) {
            String id = "part-" + (parts.size() + 1);
            List<Chart> charts = new ArrayList<>();
            for (Curve curve : section.curves()) {
                charts.add(LineChart.of(curve, id + "-chart-" + (charts.size() + 1), templates));
            }
            parts.add(new Part(id, section, charts));
        }
        return parts;
    }
}
