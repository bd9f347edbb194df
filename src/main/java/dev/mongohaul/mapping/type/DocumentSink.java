package dev.mongohaul.mapping.type;

/**
 * Makes documents of the values put between {@link #begin} and {@link #finish}. For one thread.
 *
 * @param <D> what a document is rendered as
 */
public interface DocumentSink<D> extends ValueSink {

    /** Begins a document; one begun and not finished is forgotten. */
    void begin();

    /**
     * The document of all values put since {@link #begin}; it stays valid.
     *
     * @throws RefusedDocumentException where the values, each right by itself, make no such document
     */
    D finish();
}
