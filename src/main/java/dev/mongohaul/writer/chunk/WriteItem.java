package dev.mongohaul.writer.chunk;

import dev.mongohaul.writer.target.WriteOperation;
import org.jspecify.annotations.Nullable;

/**
 * A document on its way to the server, and what became of it.
 *
 * @param <D> the rendering the writer sends
 */
public final class WriteItem<D> {

    private final D document;
    private final long sourceLength;
    private final WriteOperation operation;
    private @Nullable Outcome outcome;

    /**
     * @param sourceLength bytes of the record the document was made of, by which a document that may be too large for
     *     the server is told without encoding it
     * @param operation what is to be done with the document
     */
    public WriteItem(D document, long sourceLength, WriteOperation operation) {
        this.document = document;
        this.sourceLength = sourceLength;
        this.operation = operation;
    }

    public D document() {
        return document;
    }

    /** What is to be done with the document. */
    public WriteOperation operation() {
        return operation;
    }

    long sourceLength() {
        return sourceLength;
    }

    /**
     * What became of the document.
     *
     * @throws IllegalStateException before it was written
     */
    public Outcome outcome() {
        if (outcome == null) {
            throw new IllegalStateException("this document was not written yet");
        }
        return outcome;
    }

    boolean settled() {
        return outcome != null;
    }

    void settle(Outcome outcome) {
        this.outcome = outcome;
    }
}
