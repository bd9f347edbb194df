package dev.mongohaul.infer;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Recognition of tables whose columns are lined up by blanks, with no delimiter between them. */
record FixedWidth(List<String> lines, char delimiter) {

    /** The smallest share of the lines that have a blank between two columns; titles and totals may have none. */
    private static final double NEARLY_ALL = 0.9;

    /** The smallest share of the lines with several blanks between two columns. */
    private static final double SOME = 0.3;

    private static final double MOST = 0.5;

    private static final int MOST_LINES = 1000;
    private static final int SHORTEST = 6;

    FixedWidth {
        lines = lines.stream().filter(line -> !line.isBlank()).limit(MOST_LINES).toList();
    }

    /**
     * Returns whether the lines are a table of fixed width.
     *
     * @param delimiter that was guessed; blanks beside it do not separate cells
     */
    static boolean isTable(List<String> lines, char delimiter) {
        FixedWidth table = new FixedWidth(lines, delimiter);
        return table.lines.size() > 1 && (table.hasGap() || table.hasBlanksInEqualLines());
    }

    /** Returns whether all lines have the same length, as those of a table of fixed width without blanks have. */
    static boolean areEquallyLong(List<String> lines) {
        FixedWidth table = new FixedWidth(lines, '\0');
        int length = table.lines.isEmpty() ? 0 : table.lines.get(0).length();
        return table.lines.size() > 2
                && length >= SHORTEST
                && table.lines.stream().allMatch(line -> line.length() == length);
    }

    private long count(IntPredicate matching) {
        return IntStream.range(0, lines.size()).filter(matching).count();
    }

    /** Returns whether most lines have blanks in one place, and several of them more than one. */
    private boolean hasGap() {
        int longest = lines.stream().mapToInt(String::length).max().orElse(0);
        for (int place = 1; place < longest; place++) {
            int at = place;
            boolean gap = count(line -> isBlank(line, at)) >= NEARLY_ALL * lines.size()
                    && count(line -> isBetween(line, at)) >= Math.max(2, MOST * lines.size())
                    && count(line -> isBetween(line, at) && isPadded(line, at)) >= Math.max(2, SOME * lines.size());
            if (gap) {
                return true;
            }
        }
        return false;
    }

    private boolean isBlank(int line, int at) {
        String text = lines.get(line);
        return at >= text.length() || text.charAt(at) == ' ';
    }

    /** Returns whether the line has text on both sides of the place. */
    private boolean isBetween(int line, int at) {
        String text = lines.get(line);
        return at < text.length()
                && !text.substring(0, at).isBlank()
                && !text.substring(at).isBlank();
    }

    /** Returns whether the line has several blanks in the place, with no delimiter beside them. */
    private boolean isPadded(int line, int at) {
        String text = lines.get(line);
        int from = at;
        int to = at;
        while (from > 0 && isBlank(line, from - 1)) {
            from--;
        }
        while (to < text.length() && isBlank(line, to)) {
            to++;
        }
        return to - from > 1 && text.charAt(from - 1) != delimiter && text.charAt(to) != delimiter;
    }

    /** Returns whether all lines are equally long, and most have several blanks inside. */
    private boolean hasBlanksInEqualLines() {
        return areEquallyLong(lines)
                && count(line -> lines.get(line).indexOf(delimiter) < 0
                                && lines.get(line).strip().contains("  "))
                        >= Math.max(2, MOST * lines.size());
    }
}
