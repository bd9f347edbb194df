package dev.mongohaul.writer.delivery;

import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.writer.delivery.ChunkDelivery.DuplicateIds;
import java.util.List;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * Contract of all writers: sends a chunk and gives every document its {@link Outcome}.
 *
 * <p>A writer says in {@link #send} how a list of documents is sent, by whatever API it stands for, and lets that API's
 * exceptions pass. What they mean for each document is found out here, alike for all writers:
 *
 * <ul>
 *   <li>A document that the server refuses is {@link Outcome.Kind#REJECTED}; its neighbours are written, with as few
 *       further sends as the API allows.
 *   <li>A document whose id is taken is looked up: see {@link DuplicateIds}.
 *   <li>Trouble of the server (step-down, shutdown, network) never rejects a document: what was not written is sent
 *       again, with a growing pause, until {@link WriteSettings#rideThrough()} has passed.
 * </ul>
 *
 * <p>Every document carries its {@code _id}, as the first field: without it, one that is sent again would be there twice.
 *
 * <p>{@link #write} returns when all outcomes are known, and not before. It throws, with documents in an unknown state,
 * when the server stays away, when writes stay unconfirmed at the write concern, or when a generated id is taken by
 * another document. Writing such a chunk again is harmless.
 *
 * <p>Lifecycle: {@link #continueEarlierRun()} first where documents may have been sent by an earlier try, then any number
 * of chunks. Instances are used by one thread at a time.
 *
 * @param <D> the rendering of documents that the writer sends
 */
public abstract class DocumentItemWriter<D> implements ItemWriter<WriteItem<D>> {

    private final WriteTarget target;
    private RetryBudget retries;
    private boolean replay;
    private long unmatched;

    protected DocumentItemWriter(WriteTarget target) {
        this.target = target;
        this.retries = new RetryBudget(target.settings().rideThrough());
    }

    /**
     * Sends the documents, in their order, all for the same operation.
     *
     * @return how many operations found no document to act on
     * @throws RuntimeException what the API throws, unchanged or wrapped
     */
    protected abstract long send(List<D> documents);

    /**
     * Does something of its own with each document: in their order where the settings ask for it; in any order else, and
     * then no two of them have one key. Writers that cannot do that say so at the start.
     *
     * @return how many operations found no document to act on
     * @throws RuntimeException what the API throws, unchanged or wrapped
     */
    protected long send(List<D> documents, List<WriteOperation> operations) {
        throw new UnsupportedOperationException("each with an operation of its own");
    }

    final long sendAll(List<WriteItem<D>> items) {
        List<D> documents = items.stream().map(WriteItem::document).toList();
        return target.settings().isMixed()
                ? send(documents, items.stream().map(WriteItem::sentAs).toList())
                : send(documents);
    }

    /** The document as it is stored, {@code _id} first. */
    protected abstract RawBsonDocument encode(D document);

    /** Whether {@link #send} attempts nothing after the first document that is refused. */
    protected abstract boolean stopsAtFirstError();

    /** Whether {@link #send} sends parts of its documents at the same time, so that no two of them may have one key. */
    protected boolean sendsInParts() {
        return false;
    }

    /** The collection and settings to write with. */
    protected final WriteTarget target() {
        return target;
    }

    /** Says that documents may have been written before: a taken id may be their own. */
    public final void continueEarlierRun() {
        replay = true;
    }

    /** Has what is learnt of the server's trouble in common with whatever else the import does. */
    public final void shareRetryBudget(RetryBudget shared) {
        retries = shared.lasting(target.settings().rideThrough());
    }

    final RetryBudget retries() {
        return retries;
    }

    /** The number of operations of the last chunk that found no document to act on. */
    public final long unmatched() {
        return unmatched;
    }

    /**
     * Finds out what will become of documents that depends on what is there before their chunk is sent, where the settings
     * {@link WriteSettings#looksAhead() ask for it}. The caller keeps it, and {@link WriteItem#restore restores} it where
     * the documents may be sent again by a later try; then it writes them.
     */
    public final void preCheck(List<WriteItem<D>> items) {
        DocumentJudge judge = new DocumentJudge(target.settings(), target.maxDocumentSize());
        items.forEach(item -> judge.judge(item, this::encode));
        new ChunkPreCheck<>(this).preCheck(items);
    }

    @Override
    public final void write(Chunk<? extends WriteItem<D>> chunk) {
        unmatched = 0;
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
    }

    /** A generated id is in the collection though no try of this import can have put it there. */
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

    /** A list of documents was sent by several calls, of which not all went well. */
    public static final class PartialSendException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient List<Part> parts;

        /** @param parts what was tried; documents outside of them were not sent */
        public PartialSendException(List<Part> parts) {
            super("not all documents were written", firstFailure(parts));
            this.parts = List.copyOf(parts);
        }

        /** Documents were sent one by one, until one call failed. */
        public static PartialSendException stoppedAt(int index, RuntimeException failure) {
            return new PartialSendException(
                    List.of(Part.sent(0, index, index), Part.failed(index, index + 1, failure)));
        }

        List<Part> parts() {
            return parts;
        }

        private static @Nullable RuntimeException firstFailure(List<Part> parts) {
            for (Part part : parts) {
                if (part.failure != null) {
                    return part.failure;
                }
            }
            return null;
        }

        /**
         * The documents of one or more calls.
         *
         * @param from index of the first in the list that was to be sent
         * @param to index behind the last
         * @param found operations that found a document to act on, or added one; not looked at where the call failed
         * @param failure what the call threw; null where all was done
         */
        public record Part(
                int from, int to, long found, @Nullable RuntimeException failure) {

            /** All was done. */
            public static Part sent(int from, int to, long found) {
                return new Part(from, to, found, null);
            }

            /** Something was not, or nobody knows. */
            public static Part failed(int from, int to, RuntimeException failure) {
                return new Part(from, to, 0, failure);
            }
        }
    }
}
