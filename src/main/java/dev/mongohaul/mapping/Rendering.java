package dev.mongohaul.mapping;

import dev.mongohaul.mapping.render.BsonBytesSink;
import dev.mongohaul.mapping.render.DocumentSink;
import dev.mongohaul.mapping.render.DocumentTreeSink;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.RawBsonDocument;

/**
 * What documents are rendered as. Every rendering of a mapping is stored as the same bytes.
 *
 * @param <D> a rendered document
 */
public final class Rendering<D> {

    /** BSON bytes in shared blocks, of which each document is a slice. */
    public static final Rendering<RawBsonDocument> BSON = new Rendering<>(RawBsonDocument.class, BsonBytesSink::new);

    /** The driver's {@link Document}, of the Java types that its default codec decodes to. */
    public static final Rendering<Document> DOCUMENT = new Rendering<>(Document.class, DocumentTreeSink::new);

    private final Class<D> type;
    private final Supplier<DocumentSink<D>> sinks;

    private Rendering(Class<D> type, Supplier<DocumentSink<D>> sinks) {
        this.type = type;
        this.sinks = sinks;
    }

    /** The class of a rendered document. */
    public Class<D> type() {
        return type;
    }

    DocumentSink<D> newSink() {
        return sinks.get();
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
