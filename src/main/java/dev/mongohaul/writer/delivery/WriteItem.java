package dev.mongohaul.writer.delivery;

import java.util.List;
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
    private @Nullable ExpectedOutcome expectedOutcome;
    private List<WriteItem<D>> expected = List.of();
    private boolean sentBefore;
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

    /** What is known of it before it is sent. */
    public ExpectedOutcome expectedOutcome() {
        return expectedOutcome == null ? ExpectedOutcome.OPEN : expectedOutcome;
    }

    /** Takes up what an earlier try foresaw, which may have sent the document. */
    public void restore(ExpectedOutcome earlier) {
        expectedOutcome = earlier;
        sentBefore = true;
    }

    /** Whether nothing has to be looked up for it any more. */
    boolean isPreChecked() {
        return expectedOutcome != null && (expectedOutcome != ExpectedOutcome.EXPECTED || !expected.isEmpty());
    }

    void preCheck(ExpectedOutcome found) {
        expectedOutcome = found;
    }

    /** Names the records of the chunk that may add the document that this one is to find. */
    void dependOn(List<WriteItem<D>> adding) {
        expected = List.copyOf(adding);
    }

    /** Whether all records that could have added its document were refused. */
    boolean isUnmatchable() {
        return !expected.isEmpty() && expected.stream().allMatch(WriteItem::leftNothing);
    }

    /** A contested insert is refused for the document that is there. */
    private boolean leftNothing() {
        return isComplete()
                && outcome().kind() == Outcome.Kind.REJECTED
                && !(expectedOutcome == ExpectedOutcome.CONTESTED && outcome().code() == Outcome.DUPLICATE_KEY);
    }

    /** Says that nobody knows whether the server has the document. */
    void sentBefore() {
        sentBefore = true;
    }

    boolean wasSentBefore() {
        return sentBefore;
    }

    /** How it is sent: where other operations come up too, an insert that may be there by now cannot be sent as one. */
    WriteOperation sentAs() {
        boolean again =
                sentBefore && operation == WriteOperation.INSERT && expectedOutcome() != ExpectedOutcome.CONTESTED;
        return again ? WriteOperation.INSERT_AGAIN : operation;
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

    boolean isComplete() {
        return outcome != null;
    }

    void complete(Outcome outcome) {
        this.outcome = outcome;
    }

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
}
