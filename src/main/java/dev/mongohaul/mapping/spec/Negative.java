package dev.mongohaul.mapping.spec;

/** Way of writing a negative number that a column has besides the minus sign in front. */
public enum Negative {
    /** In parentheses, as accountants write it: {@code (1,234.50)}. */
    PARENTHESES,
    /** With the minus sign after it: {@code 1,234.50-}. */
    TRAILING
}
