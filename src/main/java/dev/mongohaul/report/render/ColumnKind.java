package dev.mongohaul.report.render;

/** Kind of the cells of a column. */
enum ColumnKind {
    /** Right-aligned numbers. */
    FIGURE,
    /** Short text without line breaks. */
    WORD,
    /** Text of any length. */
    TEXT
}
