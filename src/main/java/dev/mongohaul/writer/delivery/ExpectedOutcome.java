package dev.mongohaul.writer.delivery;

/** What is known of a record before its chunk is sent. The names are stored: they stay as they are. */
public enum ExpectedOutcome {
    /** Nothing stands in its way. An insert that is sent again may find itself. */
    OPEN,
    /** An insert whose document is there, equal in every byte. */
    HELD,
    /** An insert whose id another document has. */
    TAKEN,
    /** It finds nothing, and that is a reject. */
    UNMATCHED,
    /** It finds what an earlier record of the chunk adds, unless the server refuses that one: then it is unmatched. */
    EXPECTED,
    /**
     * An insert whose id may be taken by a document that an earlier record of the chunk adds or changes: the server
     * decides, also when it is sent again.
     */
    CONTESTED
}
