package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Section of a report. Its contents are shown in the order of the components.
 *
 * @param title empty if it has none
 * @param curves shown on pages only
 * @param notes sentences below the table
 * @param settings lines of a job file, shown on pages only; may be empty
 */
record Section(
        String title,
        List<Fact> facts,
        List<Curve> curves,
        @Nullable Grid grid,
        List<String> notes,
        String settings) {

    static Section of(String title, List<Fact> facts) {
        return new Section(title, facts, List.of(), null, List.of(), "");
    }

    static Section of(String title, Grid grid, String... notes) {
        return new Section(title, List.of(), List.of(), grid, List.of(notes), "");
    }

    static Section ofNote(String title, String note) {
        return new Section(title, List.of(), List.of(), null, List.of(note), "");
    }

    Section with(List<Curve> otherCurves) {
        return new Section(title, facts, otherCurves, grid, notes, settings);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        if (!title.isEmpty()) {
            line(text, title + ":");
        }
        facts.forEach(fact -> line(text, Words.format("%-13s %s", fact.name(), Grid.onOneLine(fact.text()))));
        if (grid != null) {
            line(text, grid.text());
        }
        notes.forEach(note -> line(text, Grid.onOneLine(note)));
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
