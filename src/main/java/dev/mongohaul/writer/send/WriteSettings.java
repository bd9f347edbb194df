package dev.mongohaul.writer.send;

import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Settings of a writer, which a job file has checked.
 *
 * @param operations one operation for all documents, or several if each record names its own
 * @param match paths of the fields that find the document to replace, update or delete; empty for {@code _id}
 * @param nested paths of the nested documents that are made of several columns, so that an update sets their fields one
 *     by one
 * @param rejectsUnmatched whether a replacement, update or delete that finds nothing is a reject
 * @param ordered whether the server takes the documents of a chunk in order and stops at a refused one
 * @param generatedIds whether each record has an id of its own, so that equal ids mean the same record
 * @param bufferSize number of documents that a writer of buffers sends at once
 * @param rideThrough maximum absence of the server, from the first failed attempt, before the chunk fails
 */
public record WriteSettings(
        String collection,
        Set<WriteOperation> operations,
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
     * Returns the same settings with {@code w:0}: a refused or lost document counts as written. For comparisons only,
     * which count the documents that arrived.
     *
     * @throws IllegalStateException if they do more than insert
     */
    public WriteSettings withoutConfirmation() {
        if (!insertsOnly()) {
            throw new IllegalStateException("only inserts are compared without confirmation, not " + operations);
        }
        return new WriteSettings(
                collection,
                operations,
                match,
                nested,
                rejectsUnmatched,
                ordered,
                UNCONFIRMED,
                generatedIds,
                bufferSize,
                rideThrough);
    }

    /** Returns the same settings for another collection. */
    public WriteSettings into(String other) {
        return new WriteSettings(
                other,
                operations,
                match,
                nested,
                rejectsUnmatched,
                ordered,
                writeConcern,
                generatedIds,
                bufferSize,
                rideThrough);
    }

    /**
     * Returns the operation for all documents.
     *
     * @throws IllegalStateException if each record names its own
     */
    public WriteOperation operation() {
        if (isMixed()) {
            throw new IllegalStateException("there is no one operation: " + operations);
        }
        return operations.iterator().next();
    }

    /** Returns whether each record names its operation. */
    public boolean isMixed() {
        return operations.size() > 1;
    }

    /** Returns whether records update documents. */
    public boolean updates() {
        return operations.stream().anyMatch(WriteOperation::updates);
    }

    /** Returns whether one operation inserts all documents. */
    public boolean insertsOnly() {
        return !isMixed() && operation().inserts();
    }

    /** Returns whether a record is left out if a document has its key. */
    public boolean leavesExisting() {
        return operations.contains(WriteOperation.ADD);
    }

    /**
     * Returns whether the outcome of a record depends on the documents before its chunk. They are then looked up and kept
     * before the chunk is sent, because a second send would have another outcome.
     */
    public boolean looksAhead() {
        return rejectsUnmatched
                || mayFindLater()
                || (isMixed() && operations.stream().anyMatch(WriteOperation::inserts));
    }

    /**
     * Returns whether a record that finds nothing would, sent again, change a document that a later record of the chunk has
     * added, and whose fields it leaves.
     */
    public boolean mayFindLater() {
        return operations.stream().anyMatch(Set.of(WriteOperation.MERGE, WriteOperation.ADD)::contains)
                && operations.stream().anyMatch(Set.of(WriteOperation.UPDATE, WriteOperation.REPLACE)::contains);
    }

    /** Returns whether documents are found by {@code _id}. */
    public boolean matchesById() {
        return match.isEmpty() || match.equals(List.of("_id"));
    }
}
