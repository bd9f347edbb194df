package dev.mongohaul.compare.suite;

import java.util.Locale;

/** Figure that an article publishes of a case, with the rows of the case; 0 if unknown. */
record PublishedFigure(double value, Unit unit, int rows) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f%s" : "%,.1f%s", value, unit.suffix);
    }

    enum Unit {
        /** Time of the whole, key {@code milliseconds}. */
        MILLISECONDS(" ms"),
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
}
