package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException.Part;
import dev.mongohaul.writer.delivery.RawDocumentSender;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteTarget;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;

/**
 * Writer that encodes documents itself and sends them by write commands: a chunk at a time, or, where order does not
 * matter, parts of a chunk at the same time.
 */
abstract class EncodedItemWriter<D> extends DocumentItemWriter<D> {

    private final SendThreads threads;
    private final List<RawDocumentSender> senders;
    private final boolean upserts;
    private boolean adding;

    EncodedItemWriter(WriteTarget target) {
        super(target);
        threads = target.settings().ordered() ? SendThreads.NONE : target.threads();
        senders = Stream.generate(() -> new RawDocumentSender(target, target.begin()))
                .limit(threads.count())
                .toList();
        upserts = target.settings().upsert();
    }

    /** Returns the documents as they are stored, in their order. */
    abstract List<RawBsonDocument> encodeAll(List<D> documents);

    @Override
    protected final long send(List<D> documents) {
        List<RawBsonDocument> encoded = encodeAll(documents);
        return send(encoded.size(), (sender, from, to) -> sender.send(encoded.subList(from, to)));
    }

    @Override
    protected final long send(List<D> documents, List<WriteOperation> operations) {
        List<RawBsonDocument> encoded = encodeAll(documents);
        return send(
                encoded.size(),
                (sender, from, to) -> sender.send(encoded.subList(from, to), operations.subList(from, to)));
    }

    private long send(int size, PartSender partSender) {
        // To find that a key is missing, the server passes all keys near it that open transactions have added.
        int count = adding ? 1 : threads.partsOf(size);
        if (count == 1) {
            long unmatched = partSender.send(senders.get(0), 0, size);
            adding = upserts && senders.get(0).added() > size / 10;
            return unmatched;
        }
        Part[] parts = new Part[count];
        threads.forEach(count, index -> parts[index] = part(partSender, size, index, count));
        if (Arrays.stream(parts).anyMatch(part -> part.failure() != null)) {
            throw new PartialSendException(List.of(parts));
        }
        adding = upserts
                && senders.stream()
                                .limit(count)
                                .mapToLong(RawDocumentSender::added)
                                .sum()
                        > size / 10;
        return size - Arrays.stream(parts).mapToLong(Part::found).sum();
    }

    private Part part(PartSender partSender, int size, int index, int count) {
        int from = (int) ((long) size * index / count);
        int to = (int) ((long) size * (index + 1) / count);
        try {
            return Part.sent(from, to, to - from - partSender.send(senders.get(index), from, to));
        } catch (RuntimeException e) {
            return Part.failed(from, to, e);
        }
    }

    @Override
    protected final boolean sendsInParts() {
        return threads.count() > 1;
    }

    @Override
    protected final boolean stopsAtFirstError() {
        return target().settings().ordered();
    }

    /** Sends a range of the documents and returns the number of operations that matched no document. */
    @FunctionalInterface
    private interface PartSender {
        long send(RawDocumentSender sender, int from, int to);
    }
}
