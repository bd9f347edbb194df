package dev.mongohaul.writer.delivery;

import java.util.function.Function;
import org.bson.RawBsonDocument;

/**
 * Keeps documents from the driver that are too large for the server: it does not send such a document, and gives up
 * those after it too.
 */
final class SizeLimit {

    /**
     * Records up to this many bytes are taken not to become a document of 16 MiB without looking: a cell grows at most
     * twelvefold (a list of one-digit decimals), which leaves 13 MiB for the names of all fields.
     */
    private static final int SURELY_SMALL = 256 * 1024;

    private final WriteSettings settings;
    private final int limit;

    /** @param limit bytes of the largest document that the server takes */
    SizeLimit(WriteSettings settings, int limit) {
        this.settings = settings;
        this.limit = limit;
    }

    /** Rejects the document if it is too large. */
    <D> void check(WriteItem<D> item, Function<D, RawBsonDocument> encoding) {
        if (item.sourceLength() > SURELY_SMALL && item.operation() != WriteOperation.DELETE) {
            int size = encoding.apply(item.document()).getByteBuffer().remaining();
            if (size > limit) {
                item.complete(refusal(item.operation(), size));
            }
        }
    }

    /** In the words of MongoDB 6.0. To an upsert that finds a document it gives the text of an update: that is not asked. */
    private Outcome refusal(WriteOperation operation, int size) {
        if (operation == WriteOperation.INSERT) {
            return Outcome.rejected(
                    2, "object to insert too large. size in bytes: %d, max size: %d".formatted(size, limit));
        }
        return settings.upsert()
                ? Outcome.rejected(17420, "Document to upsert is larger than %d".formatted(limit))
                : Outcome.rejected(17419, "Resulting document after update is larger than %d".formatted(limit));
    }
}
