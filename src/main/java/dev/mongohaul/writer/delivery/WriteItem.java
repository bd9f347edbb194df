package dev.mongohaul.writer.delivery;

import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Document to write, with its outcome.
 */
public final class WriteItem<D> {

    private final D document;
    private final long sourceLength;
    private final WriteOperation operation;
    private @Nullable ExpectedOutcome expectedOutcome;
    private List<WriteItem<D>> dependsOn = List.of();
    private boolean judged;
    private boolean sentBefore;
    private boolean absent;
    private @Nullable Outcome outcome;

    /**
     * @param sourceLength bytes of the CSV record; shows without encoding that a document cannot be too large for the server
     * @param operation to apply to the document
     */
    public WriteItem(D document, long sourceLength, WriteOperation operation) {
        this.document = document;
        this.sourceLength = sourceLength;
        this.operation = operation;
    }

    public D document() {
        return document;
    }

    public WriteOperation operation() {
        return operation;
    }

    /** Returns the result of the pre-check; {@link ExpectedOutcome#OPEN} without one. */
    public ExpectedOutcome expectedOutcome() {
        return expectedOutcome == null ? ExpectedOutcome.OPEN : expectedOutcome;
    }

    /** Restores the expected outcome of an earlier run, which may have sent the document. */
    public void restore(ExpectedOutcome earlier) {
        expectedOutcome = earlier;
        sentBefore = true;
    }

    /** Returns whether nothing has to be looked up for the document. */
    boolean isPreChecked() {
        return expectedOutcome != null && (expectedOutcome != ExpectedOutcome.EXPECTED || !dependsOn.isEmpty());
    }

    void expect(ExpectedOutcome found) {
        expectedOutcome = found;
    }

    /** Sets the records of the chunk that may add the document that this operation matches. */
    void dependOn(List<WriteItem<D>> adding) {
        dependsOn = List.copyOf(adding);
    }

    /** Returns whether all records that could have added the matching document were refused. */
    boolean isUnmatchable() {
        return !dependsOn.isEmpty() && dependsOn.stream().allMatch(WriteItem::leftNothing);
    }

    /** Returns whether the record added nothing. A conflicting insert is refused because the document exists. */
    private boolean leftNothing() {
        return isComplete()
                && outcome().kind() == OutcomeKind.REJECTED
                && !(expectedOutcome == ExpectedOutcome.CONTESTED && outcome().code() == Outcome.DUPLICATE_KEY);
    }

    /** Returns whether this is the first call. */
    boolean judgeOnce() {
        boolean first = !judged;
        judged = true;
        return first;
    }

    /** Marks the document as one that the server may have. */
    void sentBefore() {
        sentBefore = true;
    }

    boolean wasSentBefore() {
        return sentBefore;
    }

    /** Declares whether the target had no document of this key when it was read, and the chunk has no other record of it. */
    void absent(boolean found) {
        absent = found;
    }

    boolean isAbsent() {
        return absent;
    }

    /**
     * Returns the operation to send. An upsert whose document is absent is sent as an insert, as an add always is. In a mixed
     * chunk, an insert that the server may have executed is sent as an upsert.
     */
    WriteOperation sentAs() {
        if (absent) {
            return WriteOperation.INSERT;
        }
        if (!operation.inserts()) {
            return operation;
        }
        boolean again = sentBefore && expectedOutcome() != ExpectedOutcome.CONTESTED;
        return again ? WriteOperation.INSERT_AGAIN : WriteOperation.INSERT;
    }

    /** Returns whether the record is left out if a document has its key. */
    boolean leavesExisting() {
        return operation == WriteOperation.ADD;
    }

    long sourceLength() {
        return sourceLength;
    }

    /** Returns the outcome of a document that was written. */
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
}
