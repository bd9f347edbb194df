package dev.mongohaul.infer;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Recognition of tables whose columns are lined up by blanks, with no delimiter between them. */
final class FixedWidth {

    /** The least share of the lines that have a blank between two columns; titles and totals may have none. */
    private static final double NEARLY_ALL = 0.9;

    /** The least share of the lines with several blanks between two columns. */
    private static final double SOME = 0.3;

    private static final double MOST = 0.5;

    private static final int MOST_LINES = 1000;
    private static final int SHORTEST = 6;

    private final List<String> lines;

    private FixedWidth(List<String> lines) {
        this.lines =
                lines.stream().filter(line -> !line.isBlank()).limit(MOST_LINES).toList();
    }

    /**
     * Returns whether the lines are a table of fixed width.
     *
     * @param delimiter that was guessed; a table that it separates has it in the same place of each line
     */
    static boolean isTable(List<String> lines, char delimiter) {
        FixedWidth table = new FixedWidth(lines);
        return table.lines.size() > 1
                && !table.isDelimitedBy(delimiter)
                && (table.hasGap() || table.hasBlanksInEqualLines());
    }

    /** Returns whether all lines have the same length, as those of a table of fixed width without blanks have. */
    static boolean areEquallyLong(List<String> lines) {
        FixedWidth table = new FixedWidth(lines);
        int length = table.lines.isEmpty() ? 0 : table.lines.get(0).length();
        return table.lines.size() > 2
                && length >= SHORTEST
                && table.lines.stream().allMatch(line -> line.length() == length);
    }

    /** Returns whether the first delimiters of the lines are all in one place. */
    private boolean isDelimitedBy(char delimiter) {
        long places = lines.stream()
                .mapToInt(line -> line.indexOf(delimiter))
                .distinct()
                .count();
        return places == 1 && lines.get(0).indexOf(delimiter) >= 0;
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

    private boolean isPadded(int line, int at) {
        return isBlank(line, at) && (isBlank(line, at - 1) || isBlank(line, at + 1));
    }

    /** Returns whether all lines are equally long, and most have several blanks inside. */
    private boolean hasBlanksInEqualLines() {
        return areEquallyLong(lines)
                && count(line -> lines.get(line).strip().contains("  ")) >= Math.max(2, MOST * lines.size());
    }
}
