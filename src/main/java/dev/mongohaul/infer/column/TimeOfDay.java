package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.type.CellType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times of a day in all cells of a column, such as {@code 09:30}, {@code 9.30} or {@code 2:15:00 PM}. For one thread. */
final class TimeOfDay {

    private static final int LONGEST = 15;

    private static final Pattern TIME =
            Pattern.compile("(\\d{1,2})([:.])[0-5]\\d(?:(\\2)[0-5]\\d(\\.\\d{3})?)?( ?[AaPp][Mm])?");

    /** Names of columns of times. */
    private static final Pattern NAME = Pattern.compile(
            "(?i)time|zeit|tijd|heure|czas|час|врем|時刻|(^|[^\\p{L}])(hora|ora|tid|kl|klo|klockan|aika|saat|godz\\p{L}*|čas)([^\\p{L}]|$)");

    private @Nullable String pattern;
    private boolean others;
    private boolean shortHours;

    void add(byte[] bytes, int from, int to) {
        if (others) {
            return;
        }
        Matcher cell = TIME.matcher(to - from > LONGEST ? "" : CellType.excerpt(bytes, from, to));
        others = !cell.matches();
        if (others) {
            return;
        }
        String half = cell.group(5);
        int hour = Integer.parseInt(cell.group(1));
        shortHours |= cell.group(1).length() == 1;
        String made = (half == null ? "H" : "h")
                + cell.group(2)
                + "mm"
                + (cell.group(3) == null ? "" : cell.group(2) + "ss")
                + (cell.group(4) == null ? "" : ".SSS")
                + (half == null ? "" : half.startsWith(" ") ? " a" : "a");
        others = (pattern != null && !pattern.equals(made)) || (half == null ? hour > 23 : hour < 1 || hour > 12);
        pattern = made;
    }

    /** Returns the pattern of the times; empty if some cells are none, or may be numbers by the name of the column. */
    Optional<String> pattern(String name) {
        return others
                        || pattern == null
                        || (pattern.contains(".mm") && !NAME.matcher(name).find())
                ? Optional.empty()
                : Optional.of(shortHours ? pattern : pattern.charAt(0) + pattern);
    }
}
