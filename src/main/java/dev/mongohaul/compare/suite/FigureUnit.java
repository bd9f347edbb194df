package dev.mongohaul.compare.suite;

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
}
