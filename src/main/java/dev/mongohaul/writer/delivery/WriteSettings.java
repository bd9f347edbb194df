package dev.mongohaul.writer.delivery;

import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How documents are to be written.
 *
 * @param collection name of the target collection
 * @param operations what is done with documents: one operation with all, or several, of which each record names one
 * @param upsert whether a replacement or update that matches nothing is inserted
 * @param match paths of the fields that the document to replace, update or delete is matched by; empty for {@code _id}
 * @param nested paths of the documents in a document that are made of several columns, so that an update sets their
 *     fields one by one
 * @param rejectsUnmatched whether a replacement, update or delete that finds nothing is a reject
 * @param ordered whether the server takes the documents of a chunk one after the other and stops at a refused one
 * @param writeConcern when the server acknowledges
 * @param generatedIds whether ids were made by us, one for each record, so that equal ids mean the same record
 * @param bufferSize documents that a writer of buffers sends at once
 * @param rideThrough how long the server may be away, from the first failed attempt on, before the chunk is given up
 */
public record WriteSettings(
        String collection,
        Set<WriteOperation> operations,
        boolean upsert,
        List<String> match,
        Set<String> nested,
        boolean rejectsUnmatched,
        boolean ordered,
        WriteConcern writeConcern,
        boolean generatedIds,
        int bufferSize,
        Duration rideThrough) {

    /** Write concern of {@link #withoutConfirmation()} only. */
    private static final WriteConcern UNCONFIRMED = new WriteConcern(0);

    public WriteSettings {
        operations = Set.copyOf(operations);
        match = List.copyOf(match);
        nested = Set.copyOf(nested);
        if (collection.isEmpty()) {
            throw new IllegalArgumentException("the collection has no name");
        }
        if (operations.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to do with documents");
        }
        if (operations.equals(Set.of(WriteOperation.INSERT)) && !match.isEmpty()) {
            throw new IllegalArgumentException("an insert matches no document");
        }
        if (upsert && !operations.contains(WriteOperation.REPLACE) && !operations.contains(WriteOperation.UPDATE)) {
            throw new IllegalArgumentException("only a replacement or an update can be an upsert");
        }
        if (bufferSize < 1) {
            throw new IllegalArgumentException("a buffer holds at least one document, not %d".formatted(bufferSize));
        }
        if (rideThrough.isNegative()) {
            throw new IllegalArgumentException("a server cannot be waited for %s".formatted(rideThrough));
        }
        if (!writeConcern.isAcknowledged() && !isUnconfirmed(writeConcern)) {
            throw new IllegalArgumentException("write concern %s does not report the outcome of documents"
                    .formatted(writeConcern.asDocument().toJson()));
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal one from elsewhere is refused
    private static boolean isUnconfirmed(WriteConcern writeConcern) {
        return writeConcern == UNCONFIRMED;
    }

    /**
     * The same settings with {@code w:0}: the server answers nothing, so that a refused or lost document counts as
     * written. For comparisons alone, which count what has arrived.
     *
     * @throws IllegalStateException where they do more than insert
     */
    public WriteSettings withoutConfirmation() {
        if (!insertsOnly()) {
            throw new IllegalStateException("only inserts are compared without confirmation, not " + operations);
        }
        return new WriteSettings(
                collection,
                operations,
                upsert,
                match,
                nested,
                rejectsUnmatched,
                ordered,
                UNCONFIRMED,
                generatedIds,
                bufferSize,
                rideThrough);
    }

    /**
     * What is done with all documents.
     *
     * @throws IllegalStateException where each record says it
     */
    public WriteOperation operation() {
        if (isMixed()) {
            throw new IllegalStateException("there is no one operation: " + operations);
        }
        return operations.iterator().next();
    }

    /** Whether each record says what is done with its document. */
    public boolean isMixed() {
        return operations.size() > 1;
    }

    /** Whether nothing is done but to add documents. */
    public boolean insertsOnly() {
        return operations.equals(Set.of(WriteOperation.INSERT));
    }

    /**
     * Whether what becomes of a record depends on what was there before its chunk, so that a chunk that is sent again would
     * end otherwise: what the collection holds is to be looked up, and kept, before anything is sent.
     */
    public boolean looksAhead() {
        return rejectsUnmatched || (isMixed() && operations.contains(WriteOperation.INSERT));
    }

    /** Whether an operation finds a document to act on, and adds none where there is none. */
    public boolean needsMatch(WriteOperation operation) {
        return switch (operation) {
            case INSERT, INSERT_AGAIN -> false;
            case REPLACE, UPDATE -> !upsert;
            case DELETE -> true;
        };
    }

    /** Whether the document to replace, update or delete is found by {@code _id}. */
    public boolean matchesById() {
        return match.isEmpty() || match.equals(List.of("_id"));
    }
}
