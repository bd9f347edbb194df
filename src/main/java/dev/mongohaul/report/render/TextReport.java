package dev.mongohaul.report.render;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.ReportView.Grid;
import dev.mongohaul.report.render.ReportView.Section;
import java.util.ArrayList;
import java.util.List;

/** Writes reports for a terminal. */
public final class TextReport {

    private static final int WIDEST = 100;

    private TextReport() {}

    /** Writes all sections, separated by blank lines, without the title. */
    public static String of(ReportView sheet) {
        StringBuilder text = new StringBuilder();
        for (Section section : sheet.sections()) {
            if (!text.isEmpty()) {
                text.append(System.lineSeparator());
            }
            append(section, text);
        }
        return text.toString();
    }

    private static void append(Section section, StringBuilder text) {
        if (!section.title().isEmpty()) {
            line(text, section.title() + ":");
        }
        section.facts().forEach(fact -> line(text, Words.format("%-13s %s", fact.name(), onOneLine(fact.text()))));
        Grid grid = section.grid();
        if (grid != null) {
            line(text, table(grid));
        }
        section.notes().forEach(note -> line(text, onOneLine(note)));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static String table(Grid grid) {
        List<ColumnData<List<String>>> columns = new ArrayList<>();
        for (int index = 0; index < grid.headings().size(); index++) {
            int place = index;
            columns.add(column(grid.headings().get(place)).with(row -> onOneLine(row.get(place))));
        }
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(grid.rows(), columns)
                .asString();
    }

    private static Column column(Grid.Heading heading) {
        HorizontalAlign align = heading.kind() == Grid.Kind.FIGURE ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
        return new Column()
                .header(heading.text())
                .headerAlign(align)
                .dataAlign(align)
                .maxWidth(WIDEST);
    }

    /** Escapes line ends of file names and values. The output escapes all other control characters. */
    private static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }
}
