package dev.mongohaul.compare.suite;

import java.util.Locale;

/** Figure that an article publishes of a case, with the rows of the case; 0 if unknown. */
public record PublishedFigure(double value, FigureUnit unit, int rows) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f%s" : "%,.1f%s", value, unit.suffix);
    }
}
