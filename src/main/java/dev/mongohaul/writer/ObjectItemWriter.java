package dev.mongohaul.writer;

import dev.mongohaul.writer.chunk.DocumentItemWriter;
import dev.mongohaul.writer.target.WriteOperation;
import dev.mongohaul.writer.target.WriteSettings;
import java.util.Optional;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.springframework.data.mongodb.core.convert.MongoConverter;

/**
 * Sends objects by Spring Data, which makes documents of them.
 *
 * @param <D> {@link Document} or an entity
 */
abstract class ObjectItemWriter<D> extends DocumentItemWriter<D> {

    private static final EncoderContext AS_STORED =
            EncoderContext.builder().isEncodingCollectibleDocument(true).build();

    private final MongoConverter converter;
    private final Codec<Document> codec;

    /** @param converter that the writer sends by */
    ObjectItemWriter(ObjectTarget<D> target, MongoConverter converter) {
        super(target.write());
        this.converter = converter;
        this.codec =
                target.write().databases().getMongoDatabase().getCodecRegistry().get(Document.class);
    }

    /** Why a repository's {@code save} cannot do what the settings ask for, if it cannot. */
    static Optional<String> cannotSave(WriteSettings settings) {
        if (settings.operation() == WriteOperation.REPLACE && !settings.upsert()) {
            return Optional.of("saving always inserts what it does not find: set write.upsert to true, or use direct");
        }
        if (settings.operation() == WriteOperation.REPLACE && !settings.matchesById()) {
            return Optional.of("saving finds documents by _id alone: leave write.match out, or use direct");
        }
        return Optional.empty();
    }

    /** Why {@code insert} cannot do what the settings ask for, if it cannot. */
    static Optional<String> cannotReplace(WriteSettings settings) {
        return settings.operation() == WriteOperation.INSERT
                ? Optional.empty()
                : Optional.of("it inserts, and does nothing else: set write.operation to insert, or use direct");
    }

    @Override
    protected RawBsonDocument encode(D object) {
        Document document = new Document();
        converter.write(object, document);
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            codec.encode(writer, document, AS_STORED);
        }
        return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }
}
