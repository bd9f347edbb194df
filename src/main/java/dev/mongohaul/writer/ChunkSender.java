package dev.mongohaul.writer;

import dev.mongohaul.writer.chunk.PartialSendException;
import dev.mongohaul.writer.chunk.PartialSendException.Part;
import dev.mongohaul.writer.target.RawDocumentSender;
import dev.mongohaul.writer.target.SendThreads;
import dev.mongohaul.writer.target.WriteOperation;
import dev.mongohaul.writer.target.WriteTarget;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Sends a chunk of encoded documents: in one piece, or, where order does not matter, in parts at the same time. */
final class ChunkSender {

    private final SendThreads threads;
    private final List<RawDocumentSender> senders;

    ChunkSender(WriteTarget target) {
        boolean anyOrder = target.settings().insertsOnly() && !target.settings().ordered();
        threads = anyOrder ? target.threads() : SendThreads.NONE;
        senders = Stream.generate(() -> new RawDocumentSender(target))
                .limit(threads.count())
                .toList();
    }

    /** As {@link RawDocumentSender#send(List)}. */
    long send(List<RawBsonDocument> documents) {
        int count = threads.partsOf(documents.size());
        if (count == 1) {
            return senders.get(0).send(documents);
        }
        Part[] parts = new Part[count];
        threads.forEach(count, index -> parts[index] = sendPart(documents, index, count));
        if (Arrays.stream(parts).anyMatch(part -> part.failure() != null)) {
            throw new PartialSendException(List.of(parts));
        }
        return 0;
    }

    /** As {@link RawDocumentSender#send(List, List)}. */
    long send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        return senders.get(0).send(documents, operations);
    }

    private Part sendPart(List<RawBsonDocument> documents, int index, int count) {
        int from = (int) ((long) documents.size() * index / count);
        int to = (int) ((long) documents.size() * (index + 1) / count);
        return new Part(from, to, failure(senders.get(index), documents.subList(from, to)));
    }

    private static @Nullable RuntimeException failure(RawDocumentSender sender, List<RawBsonDocument> documents) {
        try {
            sender.send(documents);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }
}
