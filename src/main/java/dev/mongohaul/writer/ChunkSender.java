package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException;
import dev.mongohaul.writer.delivery.DocumentItemWriter.PartialSendException.Part;
import dev.mongohaul.writer.delivery.RawDocumentSender;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteTarget;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;

/** Sends a chunk of encoded documents: in one piece, or, where order does not matter, in parts at the same time. */
final class ChunkSender {

    private final SendThreads threads;
    private final List<RawDocumentSender> senders;
    private final boolean upserts;
    private boolean adding;

    ChunkSender(WriteTarget target) {
        threads = target.settings().ordered() ? SendThreads.NONE : target.threads();
        senders = Stream.generate(() -> new RawDocumentSender(target, target.begin()))
                .limit(threads.count())
                .toList();
        upserts = target.settings().upsert();
    }

    /** As {@link RawDocumentSender#send(List)}. */
    long send(List<RawBsonDocument> documents) {
        return send(documents.size(), (sender, from, to) -> sender.send(documents.subList(from, to)));
    }

    /** As {@link RawDocumentSender#send(List, List)}. */
    long send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        return send(
                documents.size(),
                (sender, from, to) -> sender.send(documents.subList(from, to), operations.subList(from, to)));
    }

    /** Whether it ever sends parts at the same time. */
    boolean sendsInParts() {
        return threads.count() > 1;
    }

    private long send(int size, Sending sending) {
        // To find that a key is missing, the server passes all keys near it that open transactions have added.
        int count = adding ? 1 : threads.partsOf(size);
        if (count == 1) {
            long unmatched = sending.send(senders.get(0), 0, size);
            adding = upserts && senders.get(0).added() > size / 10;
            return unmatched;
        }
        Part[] parts = new Part[count];
        threads.forEach(count, index -> parts[index] = part(sending, senders.get(index), size, index, count));
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

    private static Part part(Sending sending, RawDocumentSender sender, int size, int index, int count) {
        int from = (int) ((long) size * index / count);
        int to = (int) ((long) size * (index + 1) / count);
        try {
            return Part.sent(from, to, to - from - sending.send(sender, from, to));
        } catch (RuntimeException e) {
            return Part.failed(from, to, e);
        }
    }

    /** Sends some documents; tells how many operations found no document to act on. */
    @FunctionalInterface
    private interface Sending {

        long send(RawDocumentSender sender, int from, int to);
    }
}
