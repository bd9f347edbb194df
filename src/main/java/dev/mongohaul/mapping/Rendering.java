package dev.mongohaul.mapping;

import com.mongodb.MongoClientSettings;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.RefusedDocumentException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBinaryWriterSettings;
import org.bson.BsonWriterSettings;
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
    public static final Rendering<RawBsonDocument> BSON = new Rendering<>(
            RawBsonDocument.class, DocumentSink::ofBytes, Function.identity(), Function.identity(), null);

    /** The driver's {@link Document}, with the Java types of its default codec and UUIDs as binary. */
    public static final Rendering<Document> DOCUMENT =
            new Rendering<>(Document.class, DocumentSink::ofDocuments, Rendering::encoded, Rendering::decoded, null);

    private static final Codec<Document> CODEC = CodecRegistries.withUuidRepresentation(
                    MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD)
            .get(Document.class);
    /** The server refuses a command with more than 200 levels as a whole. */
    private static final BsonWriterSettings DEPTH = new BsonWriterSettings(150);

    private static final EncoderContext AS_STORED =
            EncoderContext.builder().isEncodingCollectibleDocument(true).build();

    private final Class<D> type;
    private final Supplier<DocumentSink<D>> sinks;
    private final Function<D, RawBsonDocument> encoding;
    private final Function<RawBsonDocument, D> decoding;
    private final @Nullable EntityType<D> entity;

    private Rendering(
            Class<D> type,
            Supplier<DocumentSink<D>> sinks,
            Function<D, RawBsonDocument> encoding,
            Function<RawBsonDocument, D> decoding,
            @Nullable EntityType<D> entity) {
        this.type = type;
        this.sinks = sinks;
        this.encoding = encoding;
        this.decoding = decoding;
        this.entity = entity;
    }

    /** Returns the rendering as objects of a class by Spring Data. A record that the class refuses is a reject. */
    public static <E> Rendering<E> of(EntityType<E> entity) {
        return new Rendering<>(
                entity.type(),
                () -> DocumentSink.ofDocuments(entity::read),
                object -> encoded(entity.write(object)),
                stored -> entity.read(decoded(stored)),
                entity);
    }

    /** Returns the rendering as the bytes that are stored for the same objects. */
    public Rendering<RawBsonDocument> asBytes() {
        return entity == null
                ? BSON
                : new Rendering<>(
                        RawBsonDocument.class,
                        () -> DocumentSink.ofDocuments(document -> encoded(entity.rewritten(document))),
                        Function.identity(),
                        Function.identity(),
                        null);
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

    /**
     * Returns what is stored as this document.
     *
     * @throws RefusedDocumentException if the class refuses it
     */
    public D decode(RawBsonDocument stored) {
        return decoding.apply(stored);
    }

    DocumentSink<D> newSink() {
        return sinks.get();
    }

    private static RawBsonDocument encoded(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(DEPTH, new BsonBinaryWriterSettings(), buffer)) {
            CODEC.encode(writer, document, AS_STORED);
        }
        return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
    }

    private static Document decoded(RawBsonDocument stored) {
        return stored.decode(CODEC);
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
