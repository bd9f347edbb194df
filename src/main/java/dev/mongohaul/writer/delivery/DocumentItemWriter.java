package dev.mongohaul.writer.delivery;

import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.writer.delivery.WriteItem.Outcome;
import java.util.List;
import java.util.Objects;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * Contract of all writers: sends a chunk and sets the {@link Outcome} of every document.
 *
 * <p>A writer implements {@link #send} by its API and lets the exceptions of that API pass. Their meaning for each document
 * is determined here, the same for all writers:
 *
 * <ul>
 *   <li>A document that the server refuses is {@link Outcome.Kind#REJECTED}; the others are written, with as few further
 *       sends as the API allows.
 *   <li>A document whose id exists is looked up, and compared byte by byte: see {@link ChunkDelivery}.
 *   <li>A transient error of the server (step-down, shutdown, network) never rejects a document: what was not written is
 *       sent again, with a growing pause, until {@link WriteSettings#rideThrough()} has passed.
 * </ul>
 *
 * <p>Every document has its {@code _id} as the first field: without it, a document that is sent again would be stored twice.
 *
 * <p>{@link #write} returns when all outcomes are known. It throws, with documents in an unknown state, when the server
 * stays away, when writes stay unconfirmed at the write concern, or when a different document has a generated id. Such a
 * chunk can be written again without harm.
 *
 * <p>Lifecycle: {@link #continueEarlierRun()} first if an earlier run may have sent documents, then any number of chunks.
 * Instances are used by one thread at a time.
 */
public abstract class DocumentItemWriter<D> implements ItemWriter<WriteItem<D>> {

    private final WriteTarget target;
    private RetryBudget retries;
    private boolean replay;
    private long unmatched;
    private long unchanged;

    protected DocumentItemWriter(WriteTarget target) {
        this.target = target;
        this.retries = new RetryBudget(target.settings().rideThrough());
    }

    /**
     * Sends the documents, each for its operation: in their order if the settings are ordered; else in any order, and then
     * no two of them have the same key unless all operations are equal. They are equal unless the settings are mixed;
     * writers without support for that refuse such settings at the start.
     *
     * @throws RuntimeException of the API, unchanged or wrapped
     */
    protected abstract SendResult send(List<D> documents, List<WriteOperation> operations);

    /** Returns the document as it is stored, {@code _id} first. */
    protected abstract RawBsonDocument encode(D document);

    /** Returns the {@code _id} of a document; null if the server generates it. */
    public final @Nullable BsonValue idOf(D document) {
        return encode(document).get("_id");
    }

    /** Returns whether {@link #send} stops at the first refused document. */
    protected abstract boolean stopsAtFirstError();

    /** Returns whether {@link #send} sends parts of its documents at the same time, so that no two may have the same key. */
    protected boolean sendsInParts() {
        return false;
    }

    /** Returns the collection and settings to write with. */
    protected final WriteTarget target() {
        return target;
    }

    /** Declares that documents may have been written before, so that an existing id may be their own. */
    public final void continueEarlierRun() {
        replay = true;
    }

    /** Shares one retry budget with the rest of the import. */
    public final void shareRetryBudget(RetryBudget shared) {
        retries = shared.lasting(target.settings().rideThrough());
    }

    final RetryBudget retries() {
        return retries;
    }

    /** Lets the server refuse commands that had no timely answer. To be called after the last chunk. */
    public final void close() {
        target.close();
    }

    /** Returns the number of operations of the last chunk that matched no document. */
    public final long unmatched() {
        return unmatched;
    }

    /** Returns the number of replacements and updates of the last chunk that found a document which they would not change. */
    public final long unchanged() {
        return unchanged;
    }

    /**
     * Sets the {@link WriteItem#expectedOutcome expected outcomes} of documents before their chunk is sent, if the settings
     * {@link WriteSettings#looksAhead() ask for it}. The caller saves them, and {@link WriteItem#restore restores} them if a
     * later run may send the documents again; then it writes the chunk.
     */
    public final void preCheck(List<WriteItem<D>> items) {
        DocumentJudge judge = new DocumentJudge(target.settings(), target.maxDocumentSize());
        items.forEach(item -> judge.judge(item, this::encode));
        new ChunkPreCheck<>(this).preCheck(items);
    }

    @Override
    public final void write(Chunk<? extends WriteItem<D>> chunk) {
        unmatched = 0;
        unchanged = 0;
        List<WriteItem<D>> items = List.copyOf(chunk.getItems());
        if (target.settings().looksAhead()) {
            if (!items.stream().allMatch(item -> item.isPreChecked() || item.isComplete())) {
                preCheck(items);
            }
            new ChunkPreCheck<>(this).complete(items);
        }
        ChunkDelivery<D> delivery = new ChunkDelivery<>(this, items, replay);
        delivery.deliver();
        unmatched = delivery.unmatched();
        unchanged = delivery.unchanged();
    }

    /**
     * What the server did with the operations of a chunk.
     *
     * @param unmatched operations that matched no document
     * @param unchanged operations that matched a document and did not change it
     */
    public record SendResult(long unmatched, long unchanged) {

        public static final SendResult ALL_WRITTEN = new SendResult(0, 0);
    }

    /** A generated id exists in the collection, though no run of this import can have written it. */
    public static final class DuplicateIdException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DuplicateIdException(String collection, BsonValue id, boolean same) {
            super(
                    ("%s already holds _id %s, which only this import can have generated%s. Was the collection changed by hand, or "
                                    + "restored from a backup? Use --again for a new import with new ids")
                            .formatted(
                                    collection,
                                    id.isObjectId() ? id.asObjectId().getValue().toHexString() : id,
                                    same ? ", though nothing was sent yet" : ", with other content"));
        }
    }

    /** The server wrote documents but did not confirm them at the write concern asked for. */
    public static final class UnconfirmedWriteException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnconfirmedWriteException(WriteSettings settings, WriteConcernError error) {
            super(
                    ("Documents were written to %s but not confirmed at write concern %s: %s (code %d). They are not counted; "
                                    + "the same command sends them again")
                            .formatted(
                                    settings.collection(),
                                    settings.writeConcern().asDocument().toJson(),
                                    error.getMessage(),
                                    error.getCode()));
        }
    }

    /** A list of documents was sent by several calls, some of which failed. */
    public static final class PartialSendException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient List<Part> parts;

        /** @param parts what was attempted; documents outside of them were not sent */
        PartialSendException(List<Part> parts) {
            super("not all documents were written");
            parts.stream()
                    .map(Part::failure)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(this::initCause);
            this.parts = List.copyOf(parts);
        }

        /** Throws a {@link PartialSendException} if one of the calls failed. */
        public static void throwIfFailed(List<Part> parts) {
            if (parts.stream().anyMatch(part -> part.failure != null)) {
                throw new PartialSendException(parts);
            }
        }

        /** Returns the exception of documents that were sent one by one until one call failed. */
        public static PartialSendException stoppedAt(int index, RuntimeException failure) {
            return stoppedAt(index, 0, failure);
        }

        /**
         * As {@link #stoppedAt(int, RuntimeException)}.
         *
         * @param unchanged number of documents before the failure that were not changed
         */
        public static PartialSendException stoppedAt(int index, long unchanged, RuntimeException failure) {
            return new PartialSendException(
                    List.of(new Part(0, index, index, unchanged, null), Part.failed(index, index + 1, failure)));
        }

        List<Part> parts() {
            return parts;
        }

        /**
         * Documents of one or more calls.
         *
         * @param from index of the first in the list that was to be sent
         * @param to index after the last
         * @param found operations that matched or added a document; unused if the call failed
         * @param unchanged operations that did not change the document that they matched; unused if the call failed
         * @param failure of the call; null if it succeeded
         */
        public record Part(
                int from,
                int to,
                long found,
                long unchanged,
                @Nullable RuntimeException failure) {

            public static Part sent(int from, int to, SendResult result) {
                return new Part(from, to, to - from - result.unmatched(), result.unchanged(), null);
            }

            public static Part failed(int from, int to, RuntimeException failure) {
                return new Part(from, to, 0, 0, failure);
            }
        }
    }
}
