package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteTarget;
import java.util.List;
import org.bson.RawBsonDocument;

/** Sends documents that were encoded straight from the cells: one insert command or one bulk write a chunk. */
final class DirectItemWriter extends DocumentItemWriter<RawBsonDocument> {

    private final ChunkSender sender;

    DirectItemWriter(WriteTarget target) {
        super(target);
        this.sender = new ChunkSender(target);
    }

    @Override
    protected long send(List<RawBsonDocument> documents) {
        return sender.send(documents);
    }

    @Override
    protected long send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        return sender.send(documents, operations);
    }

    @Override
    protected RawBsonDocument encode(RawBsonDocument document) {
        return document;
    }

    @Override
    protected boolean sendsInParts() {
        return sender.sendsInParts();
    }

    @Override
    protected boolean stopsAtFirstError() {
        return target().settings().ordered();
    }
}
