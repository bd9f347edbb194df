package dev.mongohaul.mapping.spec;

/** Treatment of numbers that a double would hold rounded: long whole numbers, and those of more than 17 digits. */
public enum Rounding {
    /** It is refused. */
    REJECT,
    /** It is rounded. */
    ALLOW
}
