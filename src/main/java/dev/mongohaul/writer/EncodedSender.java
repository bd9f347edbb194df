package dev.mongohaul.writer;

import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.PartialSendException;
import dev.mongohaul.writer.send.RawDocumentSender;
import dev.mongohaul.writer.send.SendResult;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.SentPart;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;

/**
 * Writer that encodes documents itself and sends them by write commands: a chunk at a time, or, where order does not
 * matter, parts of a chunk at the same time.
 */
abstract class EncodedSender<D> implements DocumentSender<D> {

    private final WriteTarget target;
    private final SendThreads threads;
    private final List<RawDocumentSender> senders;
    private final boolean upserts;
    private boolean adding;

    EncodedSender(WriteTarget target) {
        this.target = target;
        threads = target.settings().ordered() ? SendThreads.NONE : target.threads();
        senders = Stream.generate(() -> new RawDocumentSender(target, target.begin()))
                .limit(threads.count())
                .toList();
        upserts = target.settings().operations().stream().anyMatch(WriteOperation::upserts);
        adding = upserts;
    }

    /** Returns the documents as they are stored, in their order. */
    abstract List<RawBsonDocument> encodeAll(List<D> documents);

    @Override
    public final SendResult send(List<D> documents, List<WriteOperation> operations) {
        List<RawBsonDocument> encoded = encodeAll(documents);
        int size = encoded.size();
        // To find that a key is missing, an upsert passes all keys after it that were added since the transaction
        // began.
        // Two chunks of new documents at the same time take a hundred times the work. An insert looks at its own key
        // only.
        boolean alone = adding && !operations.get(0).inserts();
        int count = alone ? 1 : threads.partsOf(size);
        SendResult result;
        if (count == 1) {
            Supplier<SendResult> sending = () -> senders.get(0).send(encoded, operations);
            result = alone ? target.threads().alone(sending) : sending.get();
        } else {
            SentPart[] parts = new SentPart[count];
            threads.forEach(count, index -> {
                int from = (int) ((long) size * index / count);
                int to = (int) ((long) size * (index + 1) / count);
                parts[index] = send(senders.get(index), encoded.subList(from, to), operations.subList(from, to), from);
            });
            result = PartialSendException.sum(List.of(parts));
        }
        adding = upserts && result.added() > size / 10;
        return result;
    }

    private static SentPart send(
            RawDocumentSender sender, List<RawBsonDocument> documents, List<WriteOperation> operations, int from) {
        int to = from + documents.size();
        try {
            return SentPart.sent(from, to, sender.send(documents, operations));
        } catch (RuntimeException e) {
            return SentPart.failed(from, to, e);
        }
    }

    @Override
    public final boolean addsByInsert() {
        return true;
    }

    @Override
    public final boolean sendsInParts() {
        return threads.count() > 1;
    }

    @Override
    public final boolean stopsAtFirstError() {
        return target.settings().ordered();
    }
}
