package dev.mongohaul.writer;

import dev.mongohaul.writer.delivery.WriteTarget;
import java.util.List;
import org.bson.RawBsonDocument;

/** Writer {@code direct}: sends documents that were encoded straight from the fields of the CSV record. */
final class DirectItemWriter extends EncodedItemWriter<RawBsonDocument> {

    DirectItemWriter(WriteTarget target) {
        super(target);
    }

    @Override
    List<RawBsonDocument> encodeAll(List<RawBsonDocument> documents) {
        return documents;
    }

    @Override
    protected RawBsonDocument encode(RawBsonDocument document) {
        return document;
    }
}
