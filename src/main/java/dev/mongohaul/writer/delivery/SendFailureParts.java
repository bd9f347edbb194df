package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import dev.mongohaul.writer.delivery.PartialSendException.Part;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes one {@link SendFailure} of those of several calls. */
final class SendFailureParts {

    private final TreeMap<Integer, WriteError> errors = new TreeMap<>();
    private final BitSet answered = new BitSet();
    private final BitSet doubtful = new BitSet();
    private long found;
    private @Nullable MongoException trouble;
    private @Nullable WriteConcernError unconfirmed;

    private SendFailureParts() {}

    /** @throws RuntimeException of a part, where it tells neither of documents nor of the server's state */
    static SendFailure join(List<Part> parts, boolean stopsAtFirstError) {
        SendFailureParts joined = new SendFailureParts();
        for (Part part : parts) {
            joined.add(part, stopsAtFirstError);
        }
        return new SendFailure(
                joined.errors,
                joined.answered,
                joined.doubtful,
                joined.found,
                null,
                joined.trouble,
                joined.unconfirmed);
    }

    private void add(Part part, boolean stopsAtFirstError) {
        if (part.failure() == null) {
            answered.set(part.from(), part.to());
            found += part.found();
            return;
        }
        SendFailure failure = SendFailure.of(part.failure(), part.to() - part.from(), stopsAtFirstError);
        failure.errors().forEach((index, error) -> errors.put(part.from() + index, error));
        failure.answered().stream().forEach(index -> answered.set(part.from() + index));
        if (failure.unlocated() != null) {
            locate(part, failure.unlocated());
        }
        found += failure.found();
        trouble = trouble == null ? failure.trouble() : trouble;
        unconfirmed = unconfirmed == null ? failure.unconfirmed() : unconfirmed;
    }

    /**
     * A call for one document says by itself which it is; but of an error and an unmet write concern, the driver hands on
     * the error alone.
     */
    private void locate(Part part, WriteError error) {
        if (part.to() - part.from() != 1) {
            throw new IllegalStateException(
                    "a call for several documents does not tell which was refused", part.failure());
        }
        errors.put(part.from(), error);
        answered.set(part.from());
        doubtful.set(part.from());
    }
}
