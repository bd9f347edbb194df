package dev.mongohaul.writer;

import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.mongo.ServerStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Delivers one chunk: sends, reads the failure, and sends what is left until every document has its outcome. */
final class ChunkDelivery<D> {

    /**
     * Records up to this many bytes cannot become a document of 16 MiB: a cell grows at most eightfold and field names
     * add less than what is left.
     */
    private static final int SURELY_SMALL = 256 * 1024;

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final List<WriteItem<D>> items;
    private final RideThrough rideThrough;
    private final List<WriteItem<D>> taken = new ArrayList<>();
    private boolean replay;
    private boolean singly;
    private long unmatched;

    ChunkDelivery(DocumentItemWriter<D> writer, List<WriteItem<D>> items, boolean replay) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.items = items;
        this.rideThrough = new RideThrough(settings.rideThrough());
        this.replay = replay;
    }

    long unmatched() {
        return unmatched;
    }

    void deliver() {
        items.forEach(this::rejectTooLarge);
        List<WriteItem<D>> left = unsettled(items);
        while (!left.isEmpty()) {
            if (singly) {
                left.forEach(item -> sendUntilSettled(List.of(item)));
            } else {
                sendOnce(left);
            }
            left = unsettled(left);
        }
    }

    private void sendUntilSettled(List<WriteItem<D>> single) {
        while (!unsettled(single).isEmpty()) {
            sendOnce(single);
        }
    }

    private void sendOnce(List<WriteItem<D>> sent) {
        try {
            unmatched += writer.send(sent.stream().map(WriteItem::document).toList());
            sent.forEach(item -> item.settle(Outcome.WRITTEN));
            rideThrough.succeeded();
        } catch (RuntimeException exception) {
            settle(sent, SendFailure.of(exception));
        }
    }

    private void settle(List<WriteItem<D>> sent, SendFailure failure) {
        if (failure.trouble() != null) {
            sendAgainLater(failure.trouble());
        } else if (failure.unlocated() != null) {
            settleUnlocated(sent, failure.unlocated());
        } else {
            settleLocated(sent, failure.refusals(), failure.unconfirmed());
        }
        settleTakenIds();
    }

    /** An API that does not tell which document was refused is asked for one at a time. */
    private void settleUnlocated(List<WriteItem<D>> sent, WriteError error) {
        if (sent.size() == 1) {
            refuse(sent.get(0), error);
        } else {
            singly = true;
            replay = true;
        }
    }

    private void settleLocated(
            List<WriteItem<D>> sent, Map<Integer, WriteError> refusals, @Nullable WriteConcernError unconfirmed) {
        int attempted = sent.size();
        WriteError trouble = null;
        for (int index = 0; index < attempted; index++) {
            WriteError refusal = refusals.get(index);
            if (refusal == null) {
                if (unconfirmed == null) {
                    sent.get(index).settle(Outcome.WRITTEN);
                }
            } else if (ServerStates.isServerState(refusal.getCode())) {
                trouble = refusal;
                if (settings.operation() != WriteOperation.INSERT) {
                    attempted = index;
                }
            } else {
                refuse(sent.get(index), refusal);
            }
            if (refusal != null && writer.stopsAtFirstError()) {
                attempted = index;
            }
        }
        if (unconfirmed != null) {
            sendAgainUnconfirmed(unconfirmed);
        } else if (trouble != null) {
            sendAgainLater(new MongoException(trouble.getCode(), trouble.getMessage()));
        }
    }

    private void refuse(WriteItem<D> item, WriteError error) {
        if (SendFailure.isDuplicateKey(error) && settings.operation() == WriteOperation.INSERT) {
            taken.add(item);
        }
        item.settle(Outcome.rejected(error.getCode(), error.getMessage()));
    }

    private void settleTakenIds() {
        if (!taken.isEmpty()) {
            new DuplicateKeys<>(writer, replay).settle(taken);
            taken.clear();
        }
    }

    private void sendAgainUnconfirmed(WriteConcernError unconfirmed) {
        if (!ServerStates.isServerState(unconfirmed.getCode())) {
            throw new UnconfirmedWriteException(settings, unconfirmed);
        }
        sendAgainLater(new MongoException(unconfirmed.getCode(), unconfirmed.getMessage()));
    }

    private void sendAgainLater(MongoException trouble) {
        replay = true;
        rideThrough.pause(trouble);
    }

    private void rejectTooLarge(WriteItem<D> item) {
        int limit = writer.target().maxDocumentSize();
        if (item.sourceLength() > SURELY_SMALL) {
            int size = writer.encode(item.document()).getByteBuffer().remaining();
            if (size > limit) {
                item.settle(settings.operation().tooLarge(size, limit));
            }
        }
    }

    private List<WriteItem<D>> unsettled(List<WriteItem<D>> among) {
        return among.stream().filter(item -> !item.settled()).toList();
    }
}
