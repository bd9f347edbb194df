package dev.mongohaul.compare.suite;

import java.util.Locale;

public enum FigureUnit {
    /** Time of the whole, key {@code milliseconds}. */
    MILLISECONDS(" ms"),
    /** Documents per second, key {@code per-second}. */
    PER_SECOND("/s"),
    /** Multiple of the first row's time, key {@code times}. */
    TIMES(" × as long");

    final String suffix;

    FigureUnit(String suffix) {
        this.suffix = suffix;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
