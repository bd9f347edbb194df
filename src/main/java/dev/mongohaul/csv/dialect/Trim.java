package dev.mongohaul.csv.dialect;

/** Spaces and tabs around cells that are left out, unless they are the delimiter. */
public enum Trim {
    /** None: they are part of the cell. */
    NONE,
    /** Those outside quotes: around unquoted cells, and between a cell's quotes and the delimiters. */
    UNQUOTED,
    /** Those at both ends of a quoted cell's content, too. */
    ALL
}
