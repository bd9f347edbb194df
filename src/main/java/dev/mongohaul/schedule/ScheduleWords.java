package dev.mongohaul.schedule;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Words for the usual schedules.
 *
 * @param cron of six fields: second, minute, hour, day of the month, month, day of the week
 */
record ScheduleWords(String cron) {

    private static final String ANY = "*";
    private static final Map<String, String> DAYS = Map.of(
            "1",
            "Monday",
            "2",
            "Tuesday",
            "3",
            "Wednesday",
            "4",
            "Thursday",
            "5",
            "Friday",
            "6",
            "Saturday",
            "0",
            "Sunday",
            "7",
            "Sunday");
    private static final List<String> NAMES = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

    /** Returns the words, or the pattern as it is written if it is unusual. */
    String text() {
        String[] field = cron.trim().toUpperCase(Locale.ROOT).replace('?', '*').split("\\s+", -1);
        String other = "at the times of \"" + cron + "\" in";
        if (field.length != 6 || !isNumber(field[0]) || !field[4].equals(ANY)) {
            return other;
        }
        String days = days(field[3], field[5]);
        if (days.isEmpty()) {
            return other;
        }
        if (isNumber(field[1]) && isNumber(field[2])) {
            return days + " at %02d:%02d".formatted(Integer.parseInt(field[2]), Integer.parseInt(field[1]));
        }
        String often = often(field[1], field[2]);
        return often.isEmpty() ? other : often + (days.equals("every day") ? "" : ", " + days) + ", in";
    }

    private static String often(String minute, String hour) {
        if (hour.equals(ANY)) {
            if (minute.equals(ANY)) {
                return "every minute";
            }
            if (minute.matches("(\\*|0)/[0-9]+")) {
                return "every " + minute.substring(2) + " minutes";
            }
            return isNumber(minute) ? "every hour at minute " + Integer.parseInt(minute) : "";
        }
        return isNumber(minute) && hour.matches("(\\*|0)/[0-9]+")
                ? "every " + hour.substring(2) + " hours at minute " + Integer.parseInt(minute)
                : "";
    }

    private static String days(String ofMonth, String ofWeek) {
        String week = ofWeek;
        for (String name : NAMES) {
            week = week.replace(name, String.valueOf(NAMES.indexOf(name)));
        }
        if (ofMonth.equals(ANY)) {
            if (week.equals(ANY)) {
                return "every day";
            }
            if (week.matches("[0-7]-[0-7]")) {
                return DAYS.get(week.substring(0, 1)) + " to " + DAYS.get(week.substring(2));
            }
            return DAYS.containsKey(week) ? "every " + DAYS.get(week) : "";
        }
        return isNumber(ofMonth) && week.equals(ANY) ? "on day " + ofMonth + " of each month" : "";
    }

    private static boolean isNumber(String field) {
        return field.matches("[0-9]{1,2}");
    }
}
