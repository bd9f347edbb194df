package dev.mongohaul.report.render;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Layout of a report, for a terminal or a page. */
public record ReportView(String title, List<Section> sections) {

    /** Returns this report with the sections of another one below. */
    public ReportView and(ReportView other) {
        return new ReportView(
                title, Stream.concat(sections.stream(), other.sections.stream()).toList());
    }

    /** Returns this report with a sentence as its end. */
    public ReportView endingWith(String sentence) {
        return and(new ReportView(title, List.of(Section.ofNote("", sentence))));
    }

    /** Writes all sections for a terminal, separated by blank lines, without the title. */
    public String text() {
        return sections.stream().map(Section::text).collect(Collectors.joining(System.lineSeparator()));
    }
}
