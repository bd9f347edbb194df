package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import dev.mongohaul.mapping.entity.EntityType;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.bson.types.ObjectId;

/** The bytes of a rendered document. */
final class Rendered {

    private Rendered() {}

    static byte[] bytes(MappedItem<?> item) {
        assertThat(item).isInstanceOf(MappedDocument.class);
        Object content = ((MappedDocument<?>) item).content();
        return content instanceof Document document
                ? slice(new RawBsonDocument(document, new DocumentCodec()))
                : slice((RawBsonDocument) content);
    }

    /** Returns the bytes that Spring Data writes for an entity. */
    static <E> byte[] written(EntityType<E> entity, MappedItem<E> item) {
        assertThat(item).isInstanceOf(MappedDocument.class);
        Document document = new Document();
        entity.converter().write(((MappedDocument<E>) item).content(), document);
        return slice(new RawBsonDocument(
                document, MongoClientSettings.getDefaultCodecRegistry().get(Document.class)));
    }

    /** Returns the bytes of the extended JSON with another {@code _id}. */
    static byte[] parsed(String json, ObjectId id) {
        BsonDocument document = BsonDocument.parse(json);
        document.put("_id", new BsonObjectId(id));
        return slice(new RawBsonDocument(document, new BsonDocumentCodec()));
    }

    private static byte[] slice(RawBsonDocument document) {
        int from = document.getByteOffset();
        return Arrays.copyOfRange(document.getBackingArray(), from, from + document.getByteLength());
    }
}
