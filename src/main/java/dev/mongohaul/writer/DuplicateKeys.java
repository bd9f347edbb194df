package dev.mongohaul.writer;

import com.mongodb.client.model.Filters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Decides what an E11000 on an insert means, by reading the documents that hold the ids.
 *
 * <p>The driver does not hand on which index refused. So: an id that nobody holds was refused by another unique index,
 * a reject. One held by a document of the very same bytes: already there; with generated ids it is our own earlier write,
 * and counts as written. One held by a different document: with ids from columns a reject, with generated ids an error
 * of the whole import, since only one record can have made that id.
 */
final class DuplicateKeys<D> {

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final boolean replay;

    /** @param replay whether the documents may have been sent before */
    DuplicateKeys(DocumentItemWriter<D> writer, boolean replay) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.replay = replay;
    }

    /** Gives the items, all refused with E11000, the outcome they deserve. */
    void settle(List<WriteItem<D>> items) {
        List<BsonValue> ids = items.stream().map(this::idOf).toList();
        Map<BsonValue, RawBsonDocument> held = new HashMap<>();
        for (RawBsonDocument document : writer.target().collection().find(Filters.in("_id", ids))) {
            held.put(document.get("_id"), document);
        }
        for (WriteItem<D> item : items) {
            RawBsonDocument holder = held.get(idOf(item));
            if (holder != null) {
                settle(item, holder);
            }
        }
    }

    private void settle(WriteItem<D> item, RawBsonDocument holder) {
        boolean same = holder.getByteBuffer()
                .asNIO()
                .equals(encoded(item).getByteBuffer().asNIO());
        if (settings.generatedIds()) {
            if (!same || !replay) {
                throw new TakenIdException(settings.collection(), idOf(item), same);
            }
            item.settle(Outcome.WRITTEN);
        } else if (same) {
            item.settle(Outcome.ALREADY_THERE);
        }
    }

    private BsonValue idOf(WriteItem<D> item) {
        return encoded(item).get("_id", BsonNull.VALUE);
    }

    private RawBsonDocument encoded(WriteItem<D> item) {
        return writer.encode(item.document());
    }
}
