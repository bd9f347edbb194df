package dev.mongohaul.csv.dialect;

/** What a quote inside an unquoted cell is, as in {@code 5" disk}. */
public enum StrayQuotes {
    /** Text like any other. */
    TEXT,
    /** A fault: the record is malformed. */
    REJECT
}
