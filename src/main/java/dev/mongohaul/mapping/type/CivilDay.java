package dev.mongohaul.mapping.type;

/**
 * Days of the proleptic Gregorian calendar, without an object for each.
 *
 * <p>{@link #toEpochDay} is {@code days_from_civil} of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms":
 * years begin in March, so that the leap day is the last of its year, and 400 of them are an era of equal length.
 */
final class CivilDay {

    private static final int DAYS_PER_ERA = 146_097;
    private static final int YEARS_PER_ERA = 400;

    /** From 0000-03-01 to 1970-01-01. */
    private static final int DAYS_TO_1970 = 719_468;

    private CivilDay() {}

    /** Days since 1970-01-01; the month is 1 to 12. */
    static long toEpochDay(int year, int month, int day) {
        long marchYear = month <= 2 ? year - 1L : year;
        long era = Math.floorDiv(marchYear, YEARS_PER_ERA);
        long yearOfEra = Math.floorMod(marchYear, YEARS_PER_ERA);
        long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - DAYS_TO_1970;
    }

    /** Days of the month, which is 1 to 12. */
    static int daysIn(int year, int month) {
        if (month == 2) {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return leap ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }
}
