package dev.mongohaul.mapping.sink;

import java.util.function.Function;
import org.bson.Document;
import org.bson.RawBsonDocument;

/**
 * Sink that renders the values between {@link #begin} and {@link #finish} as a document. For one thread.
 */
public interface DocumentSink<D> extends ValueSink {

    /** Returns a sink of encoded documents. */
    static DocumentSink<RawBsonDocument> ofBytes() {
        return new BsonBytesSink();
    }

    /** Returns a sink of documents of the driver's own Java types. */
    static DocumentSink<Document> ofDocuments() {
        return ofDocuments(document -> document);
    }

    /** Returns a sink that converts each of those documents, or throws {@link RefusedDocumentException}. */
    static <D> DocumentSink<D> ofDocuments(Function<Document, D> finisher) {
        return new DocumentTreeSink<>(finisher);
    }

    /** Begins a document and discards an unfinished one. */
    void begin();

    /**
     * Returns the document of all values since {@link #begin}, which stays valid.
     *
     * @throws RefusedDocumentException if valid values do not make a valid document
     */
    D finish();
}
