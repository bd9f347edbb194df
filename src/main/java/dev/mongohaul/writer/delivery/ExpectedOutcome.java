package dev.mongohaul.writer.delivery;

/** Result of the pre-check of a record. The names of the constants are stored and must not change. */
public enum ExpectedOutcome {
    /** Nothing prevents the operation. An insert that is sent again may find its own document. */
    OPEN,
    /** An insert whose document exists, equal in every byte; or an add whose key a document has. */
    HELD,
    /** An insert whose id a different document has. */
    TAKEN,
    /** An operation that matches nothing, which is a reject or is not sent. */
    UNMATCHED,
    /** An operation that matches what an earlier record of the chunk adds; unmatched if the server refuses that record. */
    EXPECTED,
    /**
     * An insert that may conflict with a document that an earlier record of the chunk adds or changes: the server
     * decides, even when it is sent again.
     */
    CONTESTED
}
