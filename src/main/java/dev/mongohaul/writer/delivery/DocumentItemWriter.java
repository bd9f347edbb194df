package dev.mongohaul.writer.delivery;

import dev.mongohaul.mongo.RetryBudget;
import java.util.List;
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
 *   <li>A document that the server refuses is {@link OutcomeKind#REJECTED}; the others are written, with as few further
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
}
