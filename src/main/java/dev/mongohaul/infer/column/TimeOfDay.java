package dev.mongohaul.infer.column;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Times of a day in all cells of a column, such as {@code 09:30}, {@code 9.30} or {@code 2:15:00 PM}. For one thread. */
final class TimeOfDay {

    /** Names of columns of times. */
    private static final Pattern NAME = Pattern.compile(
            "(?i)time|zeit|tijd|heure|czas|час|врем|時刻|(^|[^\\p{L}])(hora|ora|tid|kl|klo|klockan|aika|saat|godz\\p{L}*|čas)([^\\p{L}]|$)");

    private static final String[] FORMS =
            IntStream.range(0, 32).mapToObj(TimeOfDay::form).toArray(String[]::new);

    /** Pattern of what follows the hour in all cells so far; blank before the first cell. */
    private String form = "";

    private boolean others;
    private boolean shortHours;
    private boolean halfDays;

    void add(byte[] bytes, int from, int to) {
        if (others) {
            return;
        }
        int hours = digits(bytes, from, to);
        String found = hours == 0 || hours > 2 ? "" : form(bytes, from + hours, to);
        halfDays = found.endsWith("a");
        others = found.isEmpty() || !(form.isEmpty() || form.equals(found)) || !isHour(bytes, from, hours);
        shortHours |= hours == 1;
        form = found;
    }

    private static int digits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && NumberSpelling.isDigit(bytes[at])) {
            at++;
        }
        return at - from;
    }

    private boolean isHour(byte[] bytes, int from, int digits) {
        int hour = digits == 1 ? bytes[from] - '0' : 10 * (bytes[from] - '0') + bytes[from + 1] - '0';
        return halfDays ? hour >= 1 && hour <= 12 : hour <= 23;
    }

    /** Returns the pattern of what follows the hour; blank if it is no time. */
    private static String form(byte[] bytes, int from, int to) {
        int at = from;
        byte separator = at < to ? bytes[at] : 0;
        if ((separator != ':' && separator != '.') || !isSixtieth(bytes, at + 1, to)) {
            return "";
        }
        at += 3;
        boolean seconds = at < to && bytes[at] == separator && isSixtieth(bytes, at + 1, to);
        at += seconds ? 3 : 0;
        boolean millis = seconds && at < to && bytes[at] == '.' && digits(bytes, at + 1, to) == 3;
        at += millis ? 4 : 0;
        boolean gap = at + 3 == to && bytes[at] == ' ';
        at += gap ? 1 : 0;
        boolean half = at + 2 == to && "aApP".indexOf(bytes[at]) >= 0 && (bytes[at + 1] == 'm' || bytes[at + 1] == 'M');
        if (at != to && !half) {
            return "";
        }
        return FORMS[
                (separator == ':' ? 0 : 1) + (seconds ? 2 : 0) + (millis ? 4 : 0) + (half ? 8 : 0) + (gap ? 16 : 0)];
    }

    private static boolean isSixtieth(byte[] bytes, int from, int to) {
        return digits(bytes, from, Math.min(to, from + 3)) == 2 && bytes[from] <= '5';
    }

    private static String form(int number) {
        String separator = number % 2 == 0 ? ":" : ".";
        return separator
                + "mm"
                + ((number & 2) == 0 ? "" : separator + "ss")
                + ((number & 4) == 0 ? "" : ".SSS")
                + ((number & 16) == 0 ? "" : " ")
                + ((number & 8) == 0 ? "" : "a");
    }

    /** Returns the pattern of the times; empty if some cells are none, or may be numbers by the name of the column. */
    Optional<String> pattern(String name) {
        if (others
                || form.isEmpty()
                || (form.startsWith(".") && !NAME.matcher(name).find())) {
            return Optional.empty();
        }
        String hour = halfDays ? "h" : "H";
        return Optional.of((shortHours ? hour : hour + hour) + form);
    }
}
