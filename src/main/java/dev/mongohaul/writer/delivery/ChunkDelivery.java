package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.RetryTimer;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.RawDocumentSender;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Delivery of one chunk: sends it, reads the failure, and sends the rest again until every document has its outcome. */
final class ChunkDelivery<D> {

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final BulkPlanner planner;
    private final ChunkPreCheck<D> preCheck;
    private final RetryTimer retry;
    private final ExistingDocuments<D> existing;
    private final List<WriteItem<D>> items;
    /** Upserts that are sent once more after a duplicate key. */
    private final Set<WriteItem<D>> raced = new HashSet<>();

    /** Records that were left after the first send of records that are added unless their keys are there. */
    private @Nullable Map<MatchKey, List<WriteItem<D>>> byKey;

    private @Nullable Set<MatchKey> repeatedKeys;

    private boolean replay;
    private boolean oneByOne;
    private boolean lookedAhead;
    private boolean paused;
    private long unmatched;
    private long unchanged;
    private long added;

    /** @param replay whether the documents may have been sent before */
    ChunkDelivery(
            DocumentSender<D> sender,
            WriteTarget target,
            BulkPlanner planner,
            ChunkPreCheck<D> preCheck,
            RetryBudget retries,
            DocumentEquality equality,
            List<WriteItem<D>> items,
            boolean replay) {
        this.sender = sender;
        this.target = target;
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.planner = planner;
        this.preCheck = preCheck;
        this.retry = retries.timer("write documents");
        this.existing = new ExistingDocuments<>(sender, target, equality);
        this.items = items;
        this.replay = replay;
    }

    /** Returns the number of operations that matched no document. */
    long unmatched() {
        return unmatched;
    }

    /** Returns the number of operations that matched a document and did not change it. */
    long unchanged() {
        return unchanged;
    }

    /** Returns the number of documents that upserts added, as far as the server reported it. */
    long added() {
        return added;
    }

    /** Returns whether a transient error of the server had to be waited for. */
    boolean paused() {
        return paused;
    }

    void deliver() {
        List<WriteItem<D>> left = incomplete(items);
        while (!left.isEmpty()) {
            List<WriteItem<D>> sent = next(left);
            send(sent);
            if (settings.rejectsUnmatched()) {
                preCheck.rejectUnmatchable(left);
            }
            left = incomplete(left);
            if (!left.isEmpty() && settings.insertsOnly() && settings.leavesExisting()) {
                leaveRepeated(sent);
                left = incomplete(left);
            }
        }
    }

    /** Leaves out the other records of each key whose document is there now. */
    private void leaveRepeated(List<WriteItem<D>> sent) {
        if (byKey == null) {
            byKey = incomplete(items).stream().collect(Collectors.groupingBy(this::key));
        }
        for (WriteItem<D> item : sent) {
            if (item.isComplete() && item.outcome().kind() != OutcomeKind.REJECTED) {
                byKey.getOrDefault(key(item), List.of()).stream()
                        .filter(other -> !other.isComplete())
                        .forEach(other -> other.complete(Outcome.ALREADY_THERE));
            }
        }
    }

    private MatchKey key(WriteItem<D> item) {
        return filter.key(encode(item));
    }

    private List<WriteItem<D>> next(List<WriteItem<D>> left) {
        if (oneByOne) {
            return left.subList(0, 1);
        }
        List<WriteItem<D>> absent = left.stream().filter(WriteItem::isAbsent).toList();
        if (!absent.isEmpty()) {
            return absent;
        }
        return planner.regroups() ? planner.next(left, this::encode) : left;
    }

    private void send(List<WriteItem<D>> sent) {
        try {
            target.endUnconfirmed();
            List<WriteOperation> operations = settings.isMixed()
                    ? sent.stream().map(WriteItem::sentAs).toList()
                    : Collections.nCopies(sent.size(), sent.get(0).sentAs());
            SendResult result =
                    sender.send(sent.stream().map(WriteItem::document).toList(), operations);
            countUnmatched(result.unmatched(), sent);
            unchanged += result.unchanged();
            added += result.added();
        } catch (RuntimeException exception) {
            complete(sent, List.of(), SendFailure.of(exception, sent.size(), sender.stopsAtFirstError()));
            return;
        }
        sent.forEach(item -> item.complete(Outcome.WRITTEN));
        retry.succeeded();
    }

    /** @param after documents to send after these */
    private void complete(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        if (failure.concernError() != null && failure.transientError() == null) {
            throw new UnconfirmedWriteException(settings, failure.concernError());
        }
        boolean recovered = failure.unlocated() == null
                ? completeLocated(sent, after, failure)
                : completeUnlocated(sent, failure.unlocated());
        if (failure.transientError() != null) {
            replay = true;
            items.forEach(item -> item.absent(false));
            if (settings.looksAhead()) {
                items.forEach(WriteItem::sentBefore);
            }
            pause(failure.transientError(), failure.concernError());
        } else if (recovered) {
            retry.succeeded();
        }
    }

    /** Sends the documents one by one if the API does not report which of them was refused. */
    private boolean completeUnlocated(List<WriteItem<D>> sent, WriteError error) {
        if (sent.size() > 1) {
            oneByOne = true;
            replay = true;
            return true;
        }
        Map<WriteItem<D>, WriteError> duplicates = new LinkedHashMap<>();
        refuse(sent.get(0), error, duplicates);
        return lookUp(duplicates, List.of());
    }

    private boolean completeLocated(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        BitSet answered = answered(failure);
        Map<WriteItem<D>, WriteError> duplicates = new LinkedHashMap<>();
        List<WriteItem<D>> notAttempted = new ArrayList<>();
        List<WriteItem<D>> unconfirmed = new ArrayList<>();
        long written = 0;
        for (int index = 0; index < sent.size(); index++) {
            WriteError error = failure.errors().get(index);
            if (!answered.get(index)) {
                notAttempted.add(sent.get(index));
            } else if (error == null) {
                sent.get(index).complete(Outcome.WRITTEN);
                written++;
            } else if (sent.get(index).isAbsent()) {
                sent.get(index).absent(false);
            } else if (failure.unconfirmed().get(index) && isDuplicate(sent.get(index), error)) {
                unconfirmed.add(sent.get(index));
            } else if (!ServerStates.isServerState(error.getCode())) {
                refuse(sent.get(index), error, duplicates);
            }
        }
        if (!settings.insertsOnly() && !answered.isEmpty()) {
            countUnmatched(written - failure.found(), sent);
            unchanged += failure.unchanged();
        }
        notAttempted.addAll(after);
        return unconfirmed.isEmpty() ? lookUp(duplicates, notAttempted) : sendAgain(unconfirmed, notAttempted);
    }

    /**
     * Adds to the number of unmatched operations. If those are rejects, the pre-check has found them already; an operation
     * that is sent again then matches nothing because its first send succeeded.
     */
    private void countUnmatched(long count, List<WriteItem<D>> sent) {
        if (!settings.rejectsUnmatched() || sent.stream().noneMatch(WriteItem::wasSentBefore)) {
            unmatched += count;
        }
    }

    /** Sends refused duplicates again, since the driver reported their error without the state of the write concern. */
    private boolean sendAgain(List<WriteItem<D>> unconfirmed, List<WriteItem<D>> notAttempted) {
        try {
            new RawDocumentSender(target, null)
                    .send(
                            unconfirmed.stream().map(this::encode).toList(),
                            Collections.nCopies(unconfirmed.size(), WriteOperation.INSERT));
        } catch (RuntimeException exception) {
            complete(unconfirmed, notAttempted, SendFailure.of(exception, unconfirmed.size(), settings.ordered()));
            return false;
        }
        unconfirmed.forEach(item -> item.complete(Outcome.WRITTEN));
        return true;
    }

    /**
     * Returns the documents whose answer is used. Ordered operations on existing documents are all sent again after a
     * transient error: those of one key keep their order, and those that match nothing are counted once.
     */
    private BitSet answered(SendFailure failure) {
        boolean inOrder = !settings.insertsOnly() && !planner.regroups();
        return inOrder && failure.transientError() != null ? new BitSet() : failure.answered();
    }

    private void refuse(WriteItem<D> item, WriteError error, Map<WriteItem<D>, WriteError> duplicates) {
        if (!ServerStates.isDocumentError(error.getCode())) {
            throw new UnknownErrorException(settings.collection(), error);
        }
        if (isDuplicate(item, error) || (item.leavesExisting() && item.sentAs() == WriteOperation.INSERT)) {
            duplicates.put(item, error);
        } else if (!mayHaveRaced(item, error) || isRepeated(item) || !raced.add(item)) {
            item.complete(Outcome.rejected(error.getCode(), FailedValidation.message(error)));
        }
    }

    /**
     * Returns whether another client may have added the document after an upsert looked for it. The server itself then
     * repeats the upsert, except for the updates of many documents as which Spring Data's bulk operations send upserts.
     */
    private boolean mayHaveRaced(WriteItem<D> item, WriteError error) {
        return error.getCode() == Outcome.DUPLICATE_KEY && item.sentAs().upserts();
    }

    /** Returns whether another record of the chunk has the key: this one, sent again, could replace what a later one wrote. */
    private boolean isRepeated(WriteItem<D> item) {
        if (repeatedKeys == null) {
            Set<MatchKey> keys = new HashSet<>();
            repeatedKeys =
                    items.stream().map(this::key).filter(key -> !keys.add(key)).collect(Collectors.toSet());
        }
        return repeatedKeys.contains(key(item));
    }

    private static boolean isDuplicate(WriteItem<?> item, WriteError error) {
        return error.getCode() == Outcome.DUPLICATE_KEY && item.sentAs() == WriteOperation.INSERT;
    }

    /**
     * Looks up the ids or keys of the duplicates, and of documents that were refused for another reason although their key may be
     * there. If the API stops at each of them, also looks up, once a chunk, the documents
     * after it: a chunk that was written before would otherwise take one send for each of its documents. The last document
     * is always sent, because its answer confirms the existing ones at the write concern.
     *
     * @return false if the server did not answer; the duplicates are then sent and refused again
     */
    private boolean lookUp(Map<WriteItem<D>, WriteError> duplicates, List<WriteItem<D>> after) {
        if (duplicates.isEmpty()) {
            return true;
        }
        boolean ahead = settings.insertsOnly() && !lookedAhead && !after.isEmpty();
        List<WriteItem<D>> all = new ArrayList<>(duplicates.keySet());
        all.addAll(ahead ? after.subList(0, after.size() - 1) : List.of());
        try {
            existing.complete(all, replay);
        } catch (MongoException exception) {
            if (!ServerStates.isServerState(exception)) {
                throw exception;
            }
            pause(exception, null);
            return false;
        }
        duplicates.forEach((item, error) -> {
            if (!item.isComplete()) {
                item.complete(Outcome.rejected(error.getCode(), FailedValidation.message(error)));
            }
        });
        lookedAhead |= ahead;
        return true;
    }

    private RawBsonDocument encode(WriteItem<D> item) {
        return sender.encode(item.document());
    }

    private void pause(MongoException transientError, @Nullable WriteConcernError concernError) {
        paused = true;
        if (!retry.pause(transientError)) {
            throw concernError == null
                    ? retry.expired(transientError)
                    : new UnconfirmedWriteException(settings, concernError);
        }
    }

    private List<WriteItem<D>> incomplete(List<WriteItem<D>> among) {
        // No stream: every document passes here twice.
        List<WriteItem<D>> left = new ArrayList<>(0);
        for (WriteItem<D> item : among) {
            if (!item.isComplete()) {
                left.add(item);
            }
        }
        return left;
    }
}
