package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.RetryBudget.RetryTimer;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.writer.delivery.DocumentItemWriter.DuplicateIdException;
import dev.mongohaul.writer.delivery.DocumentItemWriter.UnconfirmedWriteException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Delivers one chunk: sends, reads the failure, and sends what is left until every document has its outcome. */
final class ChunkDelivery<D> {

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final List<WriteItem<D>> items;
    private final BulkPlanner planner;
    private final RetryTimer rideThrough;
    private boolean replay;
    private boolean oneByOne;
    private boolean lookedAhead;
    private long unmatched;

    /** @param replay whether the documents may have been sent before */
    ChunkDelivery(DocumentItemWriter<D> writer, List<WriteItem<D>> items, boolean replay) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.items = items;
        this.planner = new BulkPlanner(settings, writer.sendsInParts());
        this.rideThrough = writer.retries().rideThrough("write documents");
        this.replay = replay;
    }

    /** Operations that found no document to act on. */
    long unmatched() {
        return unmatched;
    }

    void deliver() {
        DocumentJudge judge = new DocumentJudge(settings, writer.target().maxDocumentSize());
        items.forEach(item -> judge.judge(item, writer::encode));
        List<WriteItem<D>> left = incomplete(items);
        while (!left.isEmpty()) {
            send(oneByOne ? left.subList(0, 1) : planner.next(left, item -> writer.encode(item.document())));
            if (settings.rejectsUnmatched()) {
                new ChunkPreCheck<>(writer).rejectUnmatchable(left);
            }
            left = incomplete(left);
        }
    }

    private void send(List<WriteItem<D>> sent) {
        try {
            writer.target().endUnconfirmed();
            countUnmatched(writer.sendAll(sent), sent);
        } catch (RuntimeException exception) {
            complete(sent, List.of(), SendFailure.of(exception, sent.size(), writer.stopsAtFirstError()));
            return;
        }
        sent.forEach(item -> item.complete(Outcome.WRITTEN));
        rideThrough.succeeded();
    }

    /** @param after documents that were left to be sent after these */
    private void complete(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        if (failure.concernError() != null && failure.transientError() == null) {
            throw new UnconfirmedWriteException(settings, failure.concernError());
        }
        boolean clear = failure.unlocated() == null
                ? completeLocated(sent, after, failure)
                : completeUnlocated(sent, failure.unlocated());
        if (failure.transientError() != null) {
            replay = true;
            if (settings.looksAhead()) {
                items.forEach(WriteItem::sentBefore);
            }
            ride(failure.transientError(), failure.concernError());
        } else if (clear) {
            rideThrough.succeeded();
        }
    }

    /** An API that does not tell which document was refused is asked for one at a time. */
    private boolean completeUnlocated(List<WriteItem<D>> sent, WriteError error) {
        if (sent.size() > 1) {
            oneByOne = true;
            replay = true;
            return true;
        }
        Map<WriteItem<D>, WriteError> taken = new LinkedHashMap<>();
        refuse(sent.get(0), error, taken);
        return lookUp(taken, List.of());
    }

    private boolean completeLocated(List<WriteItem<D>> sent, List<WriteItem<D>> after, SendFailure failure) {
        BitSet answered = answered(failure);
        Map<WriteItem<D>, WriteError> taken = new LinkedHashMap<>();
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
            } else if (failure.unconfirmed().get(index) && isDuplicate(sent.get(index), error)) {
                unconfirmed.add(sent.get(index));
            } else if (!ServerStates.isServerState(error.getCode())) {
                refuse(sent.get(index), error, taken);
            }
        }
        if (!settings.insertsOnly() && !answered.isEmpty()) {
            countUnmatched(written - failure.found(), sent);
        }
        notAttempted.addAll(after);
        return unconfirmed.isEmpty() ? lookUp(taken, notAttempted) : askAgain(unconfirmed, notAttempted);
    }

    /** Where what finds nothing is foreseen to be a reject, one that is sent again finds nothing for having been sent. */
    private void countUnmatched(long count, List<WriteItem<D>> sent) {
        if (!settings.rejectsUnmatched() || sent.stream().noneMatch(WriteItem::wasSentBefore)) {
            unmatched += count;
        }
    }

    /** An id that is taken counts only where the answer is given at the write concern: this call tells if it was not. */
    private boolean askAgain(List<WriteItem<D>> unconfirmed, List<WriteItem<D>> notAttempted) {
        try {
            new RawDocumentSender(writer.target(), null)
                    .send(unconfirmed.stream()
                            .map(item -> writer.encode(item.document()))
                            .toList());
        } catch (RuntimeException exception) {
            complete(unconfirmed, notAttempted, SendFailure.of(exception, unconfirmed.size(), settings.ordered()));
            return false;
        }
        unconfirmed.forEach(item -> item.complete(Outcome.WRITTEN));
        return true;
    }

    /**
     * The documents that the answer is used for. Operations that look for a document and met trouble are sent again from
     * the first on: those of one key keep their order, and those that match nothing are counted once.
     */
    private BitSet answered(SendFailure failure) {
        boolean inOrder = !settings.insertsOnly() && !planner.regroups();
        return inOrder && failure.transientError() != null ? new BitSet() : failure.answered();
    }

    private void refuse(WriteItem<D> item, WriteError error, Map<WriteItem<D>, WriteError> taken) {
        if (isDuplicate(item, error)) {
            taken.put(item, error);
        } else {
            item.complete(Outcome.rejected(error.getCode(), error.getMessage()));
        }
    }

    private static boolean isDuplicate(WriteItem<?> item, WriteError error) {
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
            new DuplicateIds<>(writer, replay, taken).complete(ahead ? after.subList(0, after.size() - 1) : List.of());
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

    private void ride(MongoException transientError, @Nullable WriteConcernError concernError) {
        if (!rideThrough.pause(transientError)) {
            throw concernError == null
                    ? rideThrough.givenUp(transientError)
                    : new UnconfirmedWriteException(settings, concernError);
        }
    }

    private List<WriteItem<D>> incomplete(List<WriteItem<D>> among) {
        // Every document passes here twice: no stream.
        List<WriteItem<D>> left = new ArrayList<>(0);
        for (WriteItem<D> item : among) {
            if (!item.isComplete()) {
                left.add(item);
            }
        }
        return left;
    }

    /**
     * Decides what an E11000 on an insert means, by reading the documents that hold the ids.
     *
     * <p>The driver does not hand on which index refused. So: an id that nobody holds was refused by another unique index,
     * a reject. One held by a document of the very same bytes: already there; with generated ids it is our own earlier write,
     * and counts as written. One held by a different document: with ids from columns a reject, with generated ids an error
     * of the whole import, since only one record can have made that id.
     *
     * <p>The answer that refused them was given at the write concern, which also covers what it found to be there.
     */
    static final class DuplicateIds<D> {

        /** Ids asked for by one command, which must stay under the 16 MiB of a document. */
        private static final int IDS_PER_QUERY = 10_000;

        private final DocumentItemWriter<D> writer;
        private final WriteSettings settings;
        private final boolean replay;
        private final Map<WriteItem<D>, WriteError> refused;

        /**
         * @param replay whether the documents may have been sent before
         * @param refused those that were refused with E11000
         */
        DuplicateIds(DocumentItemWriter<D> writer, boolean replay, Map<WriteItem<D>, WriteError> refused) {
            this.writer = writer;
            this.settings = writer.target().settings();
            this.replay = replay;
            this.refused = refused;
        }

        /**
         * Gives the refused documents their outcomes, and others where they are found to be there already.
         *
         * @param others were not attempted; those with another document in their place are left alone, so that the server
         *     says why it refuses them
         */
        void complete(List<WriteItem<D>> others) {
            List<WriteItem<D>> all = new ArrayList<>(refused.keySet());
            all.addAll(others);
            for (int from = 0; from < all.size(); from += IDS_PER_QUERY) {
                lookUp(all.subList(from, Math.min(all.size(), from + IDS_PER_QUERY)));
            }
            refused.forEach((item, error) -> {
                if (!item.isComplete()) {
                    item.complete(Outcome.rejected(error.getCode(), error.getMessage()));
                }
            });
        }

        private void lookUp(List<WriteItem<D>> items) {
            Map<BsonValue, List<WriteItem<D>>> byId = new HashMap<>();
            for (WriteItem<D> item : items) {
                byId.computeIfAbsent(idOf(writer.encode(item.document())), id -> new ArrayList<>())
                        .add(item);
            }
            BsonDocument anyOfThem = new BsonDocument("$in", new BsonArray(List.copyOf(byId.keySet())));
            for (RawBsonDocument holder : writer.target().collection().find(new BsonDocument("_id", anyOfThem))) {
                byId.getOrDefault(idOf(holder), List.of()).forEach(item -> compare(item, holder));
            }
        }

        private void compare(WriteItem<D> item, RawBsonDocument holder) {
            boolean same = same(writer.encode(item.document()), holder);
            if (settings.generatedIds() && !(same && replay)) {
                throw new DuplicateIdException(settings.collection(), idOf(holder), same);
            }
            if (same) {
                item.complete(settings.generatedIds() ? Outcome.WRITTEN : Outcome.ALREADY_THERE);
            }
        }

        /** Whether the documents are equal in every byte. */
        static boolean same(RawBsonDocument one, RawBsonDocument other) {
            return one.getByteBuffer().asNIO().equals(other.getByteBuffer().asNIO());
        }

        private static BsonValue idOf(RawBsonDocument document) {
            return document.get("_id", BsonNull.VALUE);
        }
    }
}
