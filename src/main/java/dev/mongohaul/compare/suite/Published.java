package dev.mongohaul.compare.suite;

import java.util.Locale;

/**
 * What an article says of a cell.
 *
 * @param value the figure
 * @param unit what it is of
 * @param rows that it was measured with; 0 where the article does not say
 */
public record Published(double value, Unit unit, int rows) {

    /** What a published figure is of. */
    public enum Unit {
        /** Of the whole, as a key of a suite {@code milliseconds}. */
        MILLISECONDS("ms"),
        /** Documents, {@code per-second}. */
        PER_SECOND("/s"),
        /** As long as the first row, {@code times}. */
        TIMES(" × as long");

        private final String suffix;

        Unit(String suffix) {
            this.suffix = suffix;
        }

        String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public String toString() {
        String format = value == Math.rint(value) ? "%,.0f%s" : "%,.1f%s";
        return String.format(Locale.ROOT, format, value, unit == Unit.MILLISECONDS ? " ms" : unit.suffix);
    }
}
