package dev.mongohaul.mapping.type;

/** What becomes of a number that a double would hold rounded: a long whole number, or one of more than 17 digits. */
public enum Rounding {
    /** It is refused. */
    REJECT,
    /** It is rounded. */
    ALLOW
}
