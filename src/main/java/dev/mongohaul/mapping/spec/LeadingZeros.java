package dev.mongohaul.mapping.spec;

/** Treatment of a number with leading zeros or a plus sign, such as {@code 007} and {@code +49}, which may be an identifier. */
public enum LeadingZeros {
    /** It is a number, which has neither. */
    ALLOW,
    /** It is refused. */
    REJECT
}
