package dev.mongohaul.writer;

import java.nio.ByteBuffer;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** A document by its bytes: equal only if the types and the order of the fields are the same too. */
public record StoredDocument(ByteBuffer bytes) {

    public static StoredDocument of(BsonDocument document) {
        return new StoredDocument(raw(document).getByteBuffer().asNIO());
    }

    public static RawBsonDocument raw(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? raw : new RawBsonDocument(document, new BsonDocumentCodec());
    }

    @Override
    public String toString() {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return new RawBsonDocument(copy)
                .toJson(JsonWriterSettings.builder()
                        .outputMode(JsonMode.EXTENDED)
                        .build());
    }
}
