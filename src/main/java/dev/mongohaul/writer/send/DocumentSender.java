package dev.mongohaul.writer.send;

import java.util.List;
import org.bson.RawBsonDocument;

/**
 * Way of sending documents to MongoDB: what a writer implements, by its API. It lets the exceptions of that API pass; the
 * caller determines what they mean for each document, and sends again what was not written.
 *
 * <p>Every document has its {@code _id} as the first field: without it, a document that is sent again would be stored twice.
 *
 * <p>Instances are used by one thread at a time.
 */
public interface DocumentSender<D> {

    /**
     * Sends the documents, each for its operation: in their order if the settings are ordered; else in any order, and then
     * no two of them have the same key unless all operations are equal. They are equal unless the settings are mixed;
     * writers without support for that refuse such settings at the start. If the sender {@link #addsByInsert()}, all may be
     * inserts of what the replacements or updates of the settings add.
     *
     * @throws RuntimeException of the API, unchanged or wrapped
     */
    SendResult send(List<D> documents, List<WriteOperation> operations);

    /** Returns the document as it is stored, {@code _id} first. */
    RawBsonDocument encode(D document);

    /** Returns whether {@link #send} stops at the first refused document. */
    boolean stopsAtFirstError();

    /** Returns whether {@link #send} can insert what an upsert or merge adds. */
    default boolean addsByInsert() {
        return false;
    }

    /** Returns whether {@link #send} sends parts of its documents at the same time, so that no two may have the same key. */
    default boolean sendsInParts() {
        return false;
    }
}
