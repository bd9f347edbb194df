package dev.mongohaul.writer.delivery;

import com.mongodb.WriteError;

/**
 * The server reported an error for a document that is not in the list of errors of documents: the document is no reject, and
 * the import stops.
 */
public final class UnknownErrorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownErrorException(String collection, WriteError error) {
        super(
                ("MongoDB did not write a document to %s, and the reason is not known as an error of documents: code %d: %s."
                                + " The same command continues the import")
                        .formatted(collection, error.getCode(), error.getMessage()));
    }
}
