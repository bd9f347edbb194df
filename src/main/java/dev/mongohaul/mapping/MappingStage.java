package dev.mongohaul.mapping;

/** The stage at which a record was rejected. */
public enum MappingStage {
    /** The record breaks the rules of CSV: its cells are unknown. */
    MALFORMED,
    /** A cell is not a value of its field's type, or the document is invalid. */
    UNMAPPABLE
}
