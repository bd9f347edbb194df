package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.RetryTimer;
import dev.mongohaul.mongo.ServerStates;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Delivers one chunk: sends, reads the failure, and sends what is left until every document has its outcome. */
final class ChunkDelivery<D> {

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final List<WriteItem<D>> items;
    private final BulkPlanner planner;
    private final RetryTimer rideThrough;
    private boolean replay;
    private boolean singly;
    private boolean lookedAhead;
    private long unmatched;

    /** @param replay whether the documents may have been sent before */
    ChunkDelivery(DocumentItemWriter<D> writer, List<WriteItem<D>> items, boolean replay) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.items = items;
        this.planner = new BulkPlanner(settings, writer.sendsInParts());
        this.rideThrough = writer.patience().rideThrough("write documents");
        this.replay = replay;
    }

    /** Operations that found no document to act on. */
    long unmatched() {
        return unmatched;
    }

    void deliver() {
        DocumentJudge judge = new DocumentJudge(settings, writer.target().maxDocumentSize());
        items.forEach(item -> judge.judge(item, writer::encode));
        List<WriteItem<D>> left = unsettled(items);
        while (!left.isEmpty()) {
            send(singly ? left.subList(0, 1) : planner.next(left, item -> writer.encode(item.document())));
            if (settings.rejectsUnmatched()) {
                new ChunkPreCheck<>(writer).settleDisappointed(left);
            }
            left = unsettled(left);
        }
    }

    private void send(List<WriteItem<D>> sent) {
        try {
            writer.target().settleDoubts();
            countUnmatched(writer.sendAll(sent), sent);
        } catch (RuntimeException exception) {
            settle(sent, List.of(), SendFailure.of(exception, sent.size(), writer.stopsAtFirstError()));
            return;
        }
        sent.forEach(item -> item.settle(Outcome.WRITTEN));
        rideThrough.succeeded();
    }

    /** @param after documents that were left to be sent after these */
    private void settle(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        if (failure.unconfirmed() != null && failure.trouble() == null) {
            throw new UnconfirmedWriteException(settings, failure.unconfirmed());
        }
        boolean clear = failure.unlocated() == null
                ? settleLocated(sent, after, failure)
                : settleUnlocated(sent, failure.unlocated());
        if (failure.trouble() != null) {
            replay = true;
            if (settings.looksAhead()) {
                items.forEach(WriteItem::sentBefore);
            }
            ride(failure.trouble(), failure.unconfirmed());
        } else if (clear) {
            rideThrough.succeeded();
        }
    }

    /** An API that does not tell which document was refused is asked for one at a time. */
    private boolean settleUnlocated(List<WriteItem<D>> sent, WriteError error) {
        if (sent.size() > 1) {
            singly = true;
            replay = true;
            return true;
        }
        Map<WriteItem<D>, WriteError> taken = new LinkedHashMap<>();
        refuse(sent.get(0), error, taken);
        return lookUp(taken, List.of());
    }

    private boolean settleLocated(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        BitSet answered = answered(failure);
        Map<WriteItem<D>, WriteError> taken = new LinkedHashMap<>();
        List<WriteItem<D>> untried = new ArrayList<>();
        List<WriteItem<D>> doubtful = new ArrayList<>();
        long written = 0;
        for (int index = 0; index < sent.size(); index++) {
            WriteError error = failure.errors().get(index);
            if (!answered.get(index)) {
                untried.add(sent.get(index));
            } else if (error == null) {
                sent.get(index).settle(Outcome.WRITTEN);
                written++;
            } else if (failure.doubtful().get(index) && isTaken(sent.get(index), error)) {
                doubtful.add(sent.get(index));
            } else if (!ServerStates.isServerState(error.getCode())) {
                refuse(sent.get(index), error, taken);
            }
        }
        if (!settings.insertsOnly() && !answered.isEmpty()) {
            countUnmatched(written - failure.found(), sent);
        }
        untried.addAll(after);
        return doubtful.isEmpty() ? lookUp(taken, untried) : askAgain(doubtful, untried);
    }

    /** Where what finds nothing is foreseen to be a reject, one that is sent again finds nothing for having been sent. */
    private void countUnmatched(long count, List<WriteItem<D>> sent) {
        if (!settings.rejectsUnmatched() || sent.stream().noneMatch(WriteItem::wasSentBefore)) {
            unmatched += count;
        }
    }

    /** An id that is taken counts only where the answer is given at the write concern: this call tells if it was not. */
    private boolean askAgain(List<WriteItem<D>> doubtful, List<WriteItem<D>> untried) {
        try {
            new RawDocumentSender(writer.target(), null)
                    .send(doubtful.stream()
                            .map(item -> writer.encode(item.document()))
                            .toList());
        } catch (RuntimeException exception) {
            settle(doubtful, untried, SendFailure.of(exception, doubtful.size(), settings.ordered()));
            return false;
        }
        doubtful.forEach(item -> item.settle(Outcome.WRITTEN));
        return true;
    }

    /**
     * The documents that the answer is used for. Operations that look for a document and met trouble are sent again from
     * the first on: those of one key keep their order, and those that match nothing are counted once.
     */
    private BitSet answered(SendFailure failure) {
        boolean inOrder = !settings.insertsOnly() && !planner.regroups();
        return inOrder && failure.trouble() != null ? new BitSet() : failure.answered();
    }

    private void refuse(WriteItem<D> item, WriteError error, Map<WriteItem<D>, WriteError> taken) {
        if (isTaken(item, error)) {
            taken.put(item, error);
        } else {
            item.settle(Outcome.rejected(error.getCode(), error.getMessage()));
        }
    }

    private static boolean isTaken(WriteItem<?> item, WriteError error) {
        return error.getCode() == Outcome.DUPLICATE_KEY && item.sentAs() == WriteOperation.INSERT;
    }

    /**
     * Looks up the taken ids. Where the API stops at each of them, also, once a chunk, those of the documents after it:
     * a chunk that is there already would else take a send for each of its documents. The last document is always
     * sent, as its answer confirms those found at the write concern.
     *
     * @return whether the server answered; if not, the refused documents are to be sent, and so refused, again
     */
    private boolean lookUp(Map<WriteItem<D>, WriteError> taken, List<WriteItem<D>> after) {
        if (taken.isEmpty()) {
            return true;
        }
        boolean ahead = settings.insertsOnly() && !lookedAhead && !after.isEmpty();
        try {
            new DuplicateIds<>(writer, replay, taken).settle(ahead ? after.subList(0, after.size() - 1) : List.of());
            lookedAhead |= ahead;
            return true;
        } catch (MongoException exception) {
            if (!ServerStates.isServerState(exception)) {
                throw exception;
            }
            ride(exception, null);
            return false;
        }
    }

    private void ride(MongoException trouble, @Nullable WriteConcernError unconfirmed) {
        if (!rideThrough.pause(trouble)) {
            throw unconfirmed == null
                    ? rideThrough.givenUp(trouble)
                    : new UnconfirmedWriteException(settings, unconfirmed);
        }
    }

    private List<WriteItem<D>> unsettled(List<WriteItem<D>> among) {
        // Every document passes here twice: no stream.
        List<WriteItem<D>> left = new ArrayList<>(0);
        for (WriteItem<D> item : among) {
            if (!item.settled()) {
                left.add(item);
            }
        }
        return left;
    }
}
