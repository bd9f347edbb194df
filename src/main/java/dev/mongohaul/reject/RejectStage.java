package dev.mongohaul.reject;

/** Stage at which a record was rejected. The names are stored and must not change. */
public enum RejectStage {
    /** It breaks the rules of CSV, so that its cells are unreliable. */
    MALFORMED,

    /** Its cells make no document: a cell is not of its type, or an id is blank. */
    UNMAPPABLE,

    /** The server refused its document. */
    REFUSED,

    /** It is an update or a delete of a document that does not exist, where the job counts that as a reject. */
    UNMATCHED
}
