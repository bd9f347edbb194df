package dev.mongohaul.mapping.type;

/** What a blank cell becomes. */
public enum Blanks {
    /** Nothing: the field is left out, and a nested document with it that has no other member. */
    OMIT,
    /** The field with null for its value. */
    STORE_NULL,
    /** The text of the cell, as a string for fields of all types. */
    TEXT
}
