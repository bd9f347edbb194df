package dev.mongohaul.csv.dialect;

/** Which spaces and tabs around cells are left out; the delimiter is none of them. */
public enum Trim {
    /** None: they are part of the cell. */
    NONE,
    /** Those outside quotes: around unquoted cells, and between a cell's quotes and the delimiters. */
    UNQUOTED,
    /** Those at both ends of a quoted cell's content, too. */
    ALL
}
