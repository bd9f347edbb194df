package dev.mongohaul.writer;

import java.nio.ByteBuffer;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** A document by its bytes: equal only if the types and the order of the fields are the same too. */
public record StoredDocument(ByteBuffer bytes, String json) {

    public static StoredDocument of(BsonDocument document) {
        RawBsonDocument raw = raw(document);
        return new StoredDocument(
                raw.getByteBuffer().asNIO(),
                raw.toJson(JsonWriterSettings.builder()
                        .outputMode(JsonMode.EXTENDED)
                        .build()));
    }

    public static RawBsonDocument raw(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? raw : new RawBsonDocument(document, new BsonDocumentCodec());
    }

    @Override
    public String toString() {
        return json;
    }
}
