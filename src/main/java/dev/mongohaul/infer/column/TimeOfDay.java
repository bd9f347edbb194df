package dev.mongohaul.infer.column;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times of a day in all cells of a column, such as {@code 09:30}, {@code 9.30} or {@code 2:15:00 PM}. For one thread. */
final class TimeOfDay {

    /** Names of columns of times. */
    private static final Pattern NAME = Pattern.compile(
            "(?i)time|zeit|tijd|heure|czas|час|врем|時刻|(^|[^\\p{L}])(hora|ora|tid|kl|klo|klockan|aika|saat|godz\\p{L}*|čas)([^\\p{L}]|$)");

    private static final int WITH_MILLIS = 3;

    /** What follows the hour in all cells so far; null before the first cell. */
    private @Nullable Form form;

    private boolean others;
    private boolean shortHours;

    /**
     * What follows the hour.
     *
     * @param parts the number of minutes, seconds and milliseconds
     * @param half "a" or " a" for half days; blank for whole ones
     */
    private record Form(char sign, int parts, String half) {

        String pattern() {
            return sign + "mm" + (parts > 1 ? sign + "ss" : "") + (parts == WITH_MILLIS ? ".SSS" : "") + half;
        }
    }

    void add(byte[] bytes, int from, int to) {
        if (others) {
            return;
        }
        int sign = from + 1 < to && NumberSpelling.isDigit(bytes[from + 1]) ? from + 2 : from + 1;
        Form found = sign < to && NumberSpelling.isDigit(bytes[from]) ? form(bytes, sign, to) : null;
        others = found == null
                || !(form == null || form.equals(found))
                || !isHour(bytes, from, sign, !found.half.isEmpty());
        shortHours |= sign == from + 1;
        form = found;
    }

    private static boolean isHour(byte[] bytes, int from, int to, boolean half) {
        int hour = 0;
        for (int at = from; at < to; at++) {
            hour = 10 * hour + bytes[at] - '0';
        }
        return half ? hour >= 1 && hour <= 12 : hour <= 23;
    }

    private static @Nullable Form form(byte[] bytes, int from, int to) {
        byte sign = bytes[from];
        int at = from;
        int parts = 0;
        while (parts < 2
                && to - at > 2
                && bytes[at] == sign
                && bytes[at + 1] <= '5'
                && areDigits(bytes, at + 1, at + 3)) {
            at += 3;
            parts++;
        }
        if (parts == 2 && to - at > 3 && bytes[at] == '.' && areDigits(bytes, at + 1, at + 4)) {
            at += 4;
            parts = WITH_MILLIS;
        }
        String half = at == to ? "" : half(bytes, at, to);
        return half == null || parts == 0 || !(sign == ':' || sign == '.') ? null : new Form((char) sign, parts, half);
    }

    private static @Nullable String half(byte[] bytes, int from, int to) {
        int at = bytes[from] == ' ' ? from + 1 : from;
        boolean half = to - at == 2
                && (Character.toLowerCase(bytes[at]) == 'a' || Character.toLowerCase(bytes[at]) == 'p')
                && Character.toLowerCase(bytes[at + 1]) == 'm';
        return half ? at > from ? " a" : "a" : null;
    }

    private static boolean areDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && NumberSpelling.isDigit(bytes[at])) {
            at++;
        }
        return at == to;
    }

    /** Returns the pattern of the times; empty if some cells are none, or may be numbers by the name of the column. */
    Optional<String> pattern(String name) {
        if (others || form == null || (form.sign == '.' && !NAME.matcher(name).find())) {
            return Optional.empty();
        }
        String hour = form.half.isEmpty() ? "H" : "h";
        return Optional.of((shortHours ? hour : hour + hour) + form.pattern());
    }
}
