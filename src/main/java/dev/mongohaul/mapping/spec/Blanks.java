package dev.mongohaul.mapping.spec;

/** Treatment of blank cells. */
public enum Blanks {
    /** The field is left out, and a nested document that has no other member. */
    OMIT,
    /** The field is null. */
    STORE_NULL,
    /** The field is the cell's text, as a string for all types. */
    TEXT
}
