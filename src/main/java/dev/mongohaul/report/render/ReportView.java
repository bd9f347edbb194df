package dev.mongohaul.report.render;

import java.util.List;
import java.util.stream.Collectors;

/** Layout of a report, for a terminal or a page. */
public record ReportView(String title, List<Section> sections) {

    /** Writes all sections for a terminal, separated by blank lines, without the title. */
    public String text() {
        return sections.stream().map(Section::text).collect(Collectors.joining(System.lineSeparator()));
    }
}
