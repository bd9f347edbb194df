package dev.mongohaul.mapping;

import com.mongodb.MongoClientSettings;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.sink.DocumentSink;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Java type that documents are rendered as. All renderings of a record are stored as the same bytes. Immutable, for any
 * number of threads.
 */
public final class Rendering<D> {

    /** BSON bytes; each document is a slice of a shared block. */
    public static final Rendering<RawBsonDocument> BSON =
            new Rendering<>(RawBsonDocument.class, DocumentSink::ofBytes, Function.identity(), null);

    /** The driver's {@link Document}, with the Java types of its default codec and UUIDs as binary. */
    public static final Rendering<Document> DOCUMENT =
            new Rendering<>(Document.class, DocumentSink::ofDocuments, Rendering::encoded, null);

    private static final Codec<Document> CODEC = CodecRegistries.withUuidRepresentation(
                    MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD)
            .get(Document.class);
    private static final EncoderContext AS_STORED =
            EncoderContext.builder().isEncodingCollectibleDocument(true).build();

    private final Class<D> type;
    private final Supplier<DocumentSink<D>> sinks;
    private final Function<D, RawBsonDocument> encoding;
    private final @Nullable EntityType<D> entity;

    private Rendering(
            Class<D> type,
            Supplier<DocumentSink<D>> sinks,
            Function<D, RawBsonDocument> encoding,
            @Nullable EntityType<D> entity) {
        this.type = type;
        this.sinks = sinks;
        this.encoding = encoding;
        this.entity = entity;
    }

    /** Returns the rendering as objects of a class by Spring Data. A record that the class refuses is a reject. */
    public static <E> Rendering<E> of(EntityType<E> entity) {
        return new Rendering<>(
                entity.type(),
                () -> DocumentSink.ofDocuments(entity::read),
                object -> encoded(entity.write(object)),
                entity);
    }

    public Class<D> type() {
        return type;
    }

    /** Returns the class if documents are objects of one. */
    public Optional<EntityType<D>> entity() {
        return Optional.ofNullable(entity);
    }

    /** Returns the document as it is stored. */
    public RawBsonDocument encode(D document) {
        return encoding.apply(document);
    }

    DocumentSink<D> newSink() {
        return sinks.get();
    }

    private static RawBsonDocument encoded(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, document, AS_STORED);
        }
        return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
