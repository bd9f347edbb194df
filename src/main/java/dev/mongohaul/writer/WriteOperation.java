package dev.mongohaul.writer;

/** What is done with a document: the driver's own names. */
public enum WriteOperation {
    /** Adds it. */
    INSERT("object to insert too large. size in bytes: %d, max size: %d", 2),
    /** Puts it in the place of the one it matches. */
    REPLACE("Resulting document after update of %d bytes is larger than %d", 17419);

    private final String tooLarge;
    private final int tooLargeCode;

    WriteOperation(String tooLarge, int tooLargeCode) {
        this.tooLarge = tooLarge;
        this.tooLargeCode = tooLargeCode;
    }

    /**
     * The refusal of a document that is too large, in the server's own words (insert.cpp, update_executor): the driver
     * does not send such a document, and gives up the whole chunk instead.
     */
    Outcome tooLarge(int size, int limit) {
        return Outcome.rejected(tooLargeCode, tooLarge.formatted(size, limit));
    }
}
