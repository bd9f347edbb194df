package dev.mongohaul.report.render;

import java.util.List;
import java.util.stream.Collectors;

/** Layout of a report, for a terminal or a page. */
public record ReportView(String title, List<Section> sections) {

    static final int WIDEST = 100;

    /** Writes all sections for a terminal, separated by blank lines, without the title. */
    public String text() {
        return sections.stream().map(Section::text).collect(Collectors.joining(System.lineSeparator()));
    }

    /** Escapes line ends of file names and values. The output escapes all other control characters. */
    static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }
}
