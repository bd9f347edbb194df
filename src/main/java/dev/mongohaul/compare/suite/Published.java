package dev.mongohaul.compare.suite;

import java.util.Locale;

/**
 * Published figure of a case.
 *
 * @param rows it was measured with; 0 if unknown
 */
public record Published(double value, Unit unit, int rows) {

    /** Unit of a published figure. */
    public enum Unit {
        /** Time of the whole, key {@code milliseconds}. */
        MILLISECONDS("ms"),
        /** Documents per second, key {@code per-second}. */
        PER_SECOND("/s"),
        /** Multiple of the first row's time, key {@code times}. */
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
