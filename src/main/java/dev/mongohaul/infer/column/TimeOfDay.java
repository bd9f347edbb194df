package dev.mongohaul.infer.column;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of a day in all cells of a column, such as {@code 09:30}, {@code 9.30} or {@code 2:15:00 PM}. For one thread. */
final class TimeOfDay {

    /** Names of columns of times. */
    private static final Pattern NAME = Pattern.compile(
            "(?i)time|zeit|tijd|heure|czas|час|врем|時刻|(^|[^\\p{L}])(hora|ora|tid|kl|klo|klockan|aika|saat|godz\\p{L}*|čas)([^\\p{L}]|$)");

    private static final Pattern FORM = Pattern.compile(
            "(?<hour>\\d{1,2})(?<rest>(?<sign>[:.])[0-5]\\d(\\k<sign>[0-5]\\d(\\.\\d{3})?)?)(?<half> ?[aApP][mM])?");

    private static final int LONGEST = 15;

    /** Pattern of what follows the hour in all cells so far; blank before the first cell. */
    private String form = "";

    private boolean others;
    private boolean shortHours;
    private boolean halfDays;

    void add(byte[] bytes, int from, int to) {
        if (others) {
            return;
        }
        Matcher cell = FORM.matcher(
                to - from > LONGEST ? "" : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        String found = cell.matches() ? form(cell) : "";
        others = found.isEmpty() || !(form.isEmpty() || form.equals(found));
        form = found;
    }

    /** Returns the pattern of what follows the hour; blank if it is no hour. */
    private String form(Matcher cell) {
        int hour = Integer.parseInt(cell.group("hour"));
        String half = cell.group("half");
        halfDays = half != null;
        shortHours |= cell.group("hour").length() == 1;
        if (halfDays ? hour < 1 || hour > 12 : hour > 23) {
            return "";
        }
        String[] parts = {"mm", "ss", "SSS"};
        StringBuilder pattern = new StringBuilder();
        int part = 0;
        for (int at = 0; at < cell.group("rest").length(); at += part == parts.length ? 4 : 3) {
            pattern.append(cell.group("rest").charAt(at)).append(parts[part++]);
        }
        return pattern + (half == null ? "" : half.startsWith(" ") ? " a" : "a");
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
