package dev.mongohaul.writer.delivery;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.PreImageSink;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.function.Function;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

/**
 * Writer of chunks by any {@link DocumentSender}: it sets the {@link Outcome} of every document.
 *
 * <ul>
 *   <li>A document that the server refuses by a {@link dev.mongohaul.mongo.DocumentError} is {@link OutcomeKind#REJECTED};
 *       the others are written, with as few further sends as the API allows. Another error stops the import.
 *   <li>A document whose id exists is looked up, and compared byte by byte, but for ignored values: see {@link ExistingDocuments}.
 *       One that is only added if its key is not there is {@link OutcomeKind#ALREADY_THERE} then, whatever else it has.
 *   <li>A transient error of the server (step-down, shutdown, network) never rejects a document: what was not written is
 *       sent again, with a growing pause, until {@link WriteSettings#rideThrough()} has passed.
 * </ul>
 *
 * <p>{@link #write} returns when all outcomes are known. It throws, with documents in an unknown state, when the server
 * stays away, when writes stay unconfirmed at the write concern, or when a different document has a generated id. Such a
 * chunk can be written again without harm.
 *
 * <p>Lifecycle: {@link #continueEarlierRun()} first if an earlier run may have sent documents, then any number of chunks.
 * Instances are used by one thread at a time.
 */
public final class ChunkWriter<D> implements ItemWriter<WriteItem<D>> {

    private final DocumentSender<D> sender;
    private final Function<D, RawBsonDocument> encoding;
    private final WriteTarget target;
    private final RetryBudget retries;
    private final CompareChoice comparing;
    private final DocumentJudge judge;
    private final DocumentEquality equality;
    private final ChunkPreCheck<D> preCheck;
    private final ChunkComparison<D> comparison;
    private final @Nullable ChunkImages<D> images;
    private final AbsentDocuments<D> absent;
    private final BulkPlanner planner;
    private boolean replay;
    private long unmatched;
    private long unchanged;

    /**
     * @param sender to the target
     * @param comparing choice whether changes are compared with the current documents
     * @param preImages receives the documents as they are before they are changed; null if they are not kept
     * @param retries budget of the import
     */
    public ChunkWriter(
            DocumentSender<D> sender,
            WriteTarget target,
            CompareChoice comparing,
            @Nullable PreImageSink preImages,
            RetryBudget retries) {
        WriteSettings settings = target.settings();
        this.sender = sender;
        this.encoding = sender::encode;
        this.target = target;
        this.retries = retries.lasting(settings.rideThrough());
        this.comparing = comparing;
        this.judge = new DocumentJudge(settings, target.maxDocumentSize());
        this.equality = new DocumentEquality(settings, comparing.ignored());
        this.preCheck = new ChunkPreCheck<>(sender, target, this.retries, equality);
        this.comparison = new ChunkComparison<>(sender, target, this.retries, comparing, equality);
        this.images = preImages == null ? null : new ChunkImages<>(sender, target, this.retries, preImages, equality);
        this.absent = new AbsentDocuments<>(sender, target, comparing);
        this.planner = new BulkPlanner(settings, sender.sendsInParts());
    }

    /** Returns a document as it is sent. */
    public RawBsonDocument encode(D document) {
        return sender.encode(document);
    }

    /** Declares that documents may have been written before, so that an existing id may be their own. */
    public void continueEarlierRun() {
        replay = true;
    }

    /** Lets the server refuse commands that had no timely answer. Must be called after the last chunk. */
    public void close() {
        target.close();
    }

    /** Returns the number of operations of the last chunk that matched no document. */
    public long unmatched() {
        return unmatched;
    }

    /** Returns the number of operations of the last chunk that matched a document and did not change it. */
    public long unchanged() {
        return unchanged;
    }

    /**
     * Determines the {@link ExpectedOutcome expected outcomes} of documents before their chunk is sent, if the settings
     * {@link WriteSettings#looksAhead() ask for it}. The caller saves them, and {@link WriteItem#restore restores} them if a
     * later run may send the documents again; then it writes the chunk.
     */
    public void preCheck(List<WriteItem<D>> items) {
        items.forEach(item -> judge.judge(item, encoding));
        preCheck.preCheck(items);
    }

    @Override
    public void write(Chunk<? extends WriteItem<D>> chunk) {
        unmatched = 0;
        unchanged = 0;
        long unsent = 0;
        List<WriteItem<D>> items = List.copyOf(chunk.getItems());
        items.forEach(item -> judge.judge(item, encoding));
        if (target.settings().looksAhead()) {
            if (!items.stream().allMatch(item -> item.isPreChecked() || item.isComplete())) {
                preCheck.preCheck(items);
            }
            unsent = preCheck.complete(items);
        }
        List<WriteItem<D>> changes = items.stream()
                .filter(item -> !item.isComplete() && equality.isComparable(item.operation()))
                .toList();
        boolean compares = !changes.isEmpty() && comparing.next();
        List<WriteItem<D>> same = findUnchanged(items, compares);
        same.forEach(item -> item.complete(item.leavesExisting() ? Outcome.ALREADY_THERE : Outcome.WRITTEN));
        absent.find(items, compares || (images != null && images.isOpen()));
        ChunkDelivery<D> delivery =
                new ChunkDelivery<>(sender, target, planner, preCheck, retries, equality, items, replay);
        delivery.deliver();
        unmatched = unsent + delivery.unmatched();
        unchanged = same.stream().filter(item -> !item.leavesExisting()).count() + delivery.unchanged();
        absent.delivered(items, changes.size(), delivery.added());
        if (!changes.isEmpty() && !delivery.paused()) {
            long left = changes.stream()
                    .filter(item -> item.outcome().equals(Outcome.ALREADY_THERE))
                    .count();
            comparing.wrote(changes.size(), unchanged + left);
        }
    }

    private List<WriteItem<D>> findUnchanged(List<WriteItem<D>> items, boolean compares) {
        if (images != null && images.isOpen()) {
            return images.keep(items, compares);
        }
        return compares ? comparison.unchanged(items) : List.of();
    }
}
