package dev.mongohaul.writer.delivery;

import org.bson.BsonValue;

/** A generated id exists in the collection, though no run of this import can have written it. */
public final class DuplicateIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DuplicateIdException(String collection, BsonValue id, boolean same) {
        super(
                ("%s already holds _id %s, which only this import can have generated%s. Was the collection changed by hand, or "
                                + "restored from a backup? Use --again for a new import with new ids")
                        .formatted(
                                collection,
                                id.isObjectId() ? id.asObjectId().getValue().toHexString() : id,
                                same ? ", though nothing was sent yet" : ", with other content"));
    }
}
