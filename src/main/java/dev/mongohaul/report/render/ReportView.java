package dev.mongohaul.report.render;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.LineChart.Curve;
import dev.mongohaul.report.render.ReportView.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Layout of a report, for a terminal or a page. */
public record ReportView(String title, List<Section> sections) {

    private static final int WIDEST = 100;

    /** Writes all sections for a terminal, separated by blank lines, without the title. */
    public String text() {
        return sections.stream().map(Section::text).collect(Collectors.joining(System.lineSeparator()));
    }

    /** Escapes line ends of file names and values. The output escapes all other control characters. */
    private static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }

    /** Named value. */
    public record Fact(String name, String text) {

        /** Collects facts, without those that are null or empty. */
        static final class Collected {

            private final List<Fact> facts = new ArrayList<>();

            Collected and(String name, @Nullable String text) {
                if (text != null && !text.isEmpty()) {
                    facts.add(new Fact(name, text));
                }
                return this;
            }

            List<Fact> list() {
                return facts;
            }
        }
    }

    /**
     * Section of a report. Its contents are shown in the order of the components.
     *
     * @param title empty if it has none
     * @param curves shown on pages only
     * @param notes sentences below the table
     * @param settings lines of a job file, shown on pages only; may be empty
     */
    public record Section(
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

        private String text() {
            StringBuilder text = new StringBuilder();
            if (!title.isEmpty()) {
                line(text, title + ":");
            }
            facts.forEach(fact -> line(text, Words.format("%-13s %s", fact.name, onOneLine(fact.text))));
            if (grid != null) {
                line(text, grid.text());
            }
            notes.forEach(note -> line(text, onOneLine(note)));
            return text.toString();
        }

        private static void line(StringBuilder text, String line) {
            text.append(line).append(System.lineSeparator());
        }
    }

    /**
     * Table.
     *
     * @param rows with one cell per heading
     */
    public record Grid(List<Heading> headings, List<List<String>> rows) {

        private String text() {
            List<ColumnData<List<String>>> columns = new ArrayList<>();
            for (int index = 0; index < headings.size(); index++) {
                int place = index;
                columns.add(headings.get(place).column().with(row -> onOneLine(row.get(place))));
            }
            return AsciiTable.builder()
                    .border(AsciiTable.NO_BORDERS)
                    .data(rows, columns)
                    .asString();
        }

        /**
         * Heading of a column.
         *
         * @param outcomes whether its cells begin with a status or a state
         */
        public record Heading(String text, Kind kind, boolean outcomes) {

            private static final Pattern WORD = Pattern.compile("^[a-z]+(-[a-z]+)*");

            /** Returns the CSS classes of a cell: its kind, and its status or state if it has one. */
            public String classes(String cell) {
                String name = kind.name().toLowerCase(Locale.ROOT);
                Matcher word = WORD.matcher(cell);
                return outcomes && word.find() ? name + " status " + word.group() : name;
            }

            private Column column() {
                HorizontalAlign align = kind == Kind.FIGURE ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
                return new Column()
                        .header(text)
                        .headerAlign(align)
                        .dataAlign(align)
                        .maxWidth(WIDEST);
            }
        }

        /** Kind of the cells of a column. */
        public enum Kind {
            /** Right-aligned numbers. */
            FIGURE,
            /** Short text without line breaks. */
            WORD,
            /** Text of any length. */
            TEXT
        }

        /** Columns of a table for rows of one type. */
        static final class Columns<T> {

            private final List<Heading> headings = new ArrayList<>();
            private final List<Function<T, @Nullable String>> cells = new ArrayList<>();

            Columns<T> word(String heading, Function<T, @Nullable String> cell) {
                return add(new Heading(heading, Kind.WORD, false), cell);
            }

            Columns<T> text(String heading, Function<T, @Nullable String> cell) {
                return add(new Heading(heading, Kind.TEXT, false), cell);
            }

            /** Adds cells that begin with a status or a state. */
            Columns<T> outcome(String heading, Kind kind, Function<T, @Nullable String> cell) {
                return add(new Heading(heading, kind, true), cell);
            }

            Columns<T> figure(String heading, Function<T, @Nullable String> cell) {
                return add(new Heading(heading, Kind.FIGURE, false), cell);
            }

            Columns<T> number(String heading, ToLongFunction<T> cell) {
                return figure(heading, row -> Words.number(cell.applyAsLong(row)));
            }

            private Columns<T> add(Heading heading, Function<T, @Nullable String> cell) {
                headings.add(heading);
                cells.add(cell);
                return this;
            }

            Grid of(List<T> rows) {
                return new Grid(headings, rows.stream().map(this::row).toList());
            }

            private List<String> row(T row) {
                List<String> texts = new ArrayList<>();
                for (Function<T, @Nullable String> cell : cells) {
                    String text = cell.apply(row);
                    texts.add(text == null ? "" : text);
                }
                return texts;
            }
        }
    }
}
