package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.List;
import org.bson.RawBsonDocument;

/** Writer {@code direct}: sends documents that were encoded straight from the fields of the CSV record. */
final class DirectSender<D> extends EncodedSender<D> {

    /** @param rendering one of bytes, the only kind that the writer takes */
    DirectSender(WriteTarget target, Rendering<D> rendering) {
        super(target);
    }

    @Override
    @SuppressWarnings("unchecked") // by the rendering
    List<RawBsonDocument> encodeAll(List<D> documents) {
        return (List<RawBsonDocument>) documents;
    }

    @Override
    public RawBsonDocument encode(D document) {
        return (RawBsonDocument) document;
    }
}
