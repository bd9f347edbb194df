package dev.mongohaul.reject;

/** How far a record came before it was given up. The names are stored: they stay as they are. */
public enum RejectStage {
    /** It breaks the rules of CSV: it has no cells that could be trusted. */
    MALFORMED,

    /** It has cells, but they make no document: a cell is not of its type, or an id is blank. */
    UNMAPPABLE,

    /** It made a document, and the server would not take it. */
    REFUSED,

    /** It is an update or a delete of a document that does not exist, where the job counts that as a reject. */
    UNMATCHED
}
