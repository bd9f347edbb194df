package dev.mongohaul.writer.delivery;

import com.mongodb.WriteError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
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
 *
 * <p>The answer that refused them was given at the write concern, which also covers what it found to be there.
 */
final class DuplicateIds<D> {

    /** Ids asked for by one command, which must stay under the 16 MiB of a document. */
    private static final int IDS_PER_QUERY = 10_000;

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final boolean replay;
    private final Map<WriteItem<D>, WriteError> refused;

    /**
     * @param replay whether the documents may have been sent before
     * @param refused those that were refused with E11000
     */
    DuplicateIds(DocumentItemWriter<D> writer, boolean replay, Map<WriteItem<D>, WriteError> refused) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.replay = replay;
        this.refused = refused;
    }

    /**
     * Gives the refused documents their outcomes, and others where they are found to be there already.
     *
     * @param others were not attempted; those with another document in their place are left alone, so that the server
     *     says why it refuses them
     */
    void settle(List<WriteItem<D>> others) {
        List<WriteItem<D>> all = new ArrayList<>(refused.keySet());
        all.addAll(others);
        for (int from = 0; from < all.size(); from += IDS_PER_QUERY) {
            lookUp(all.subList(from, Math.min(all.size(), from + IDS_PER_QUERY)));
        }
        refused.forEach((item, error) -> {
            if (!item.settled()) {
                item.settle(Outcome.rejected(error.getCode(), error.getMessage()));
            }
        });
    }

    private void lookUp(List<WriteItem<D>> items) {
        Map<BsonValue, List<WriteItem<D>>> byId = new HashMap<>();
        for (WriteItem<D> item : items) {
            byId.computeIfAbsent(idOf(writer.encode(item.document())), id -> new ArrayList<>())
                    .add(item);
        }
        BsonDocument anyOfThem = new BsonDocument("$in", new BsonArray(List.copyOf(byId.keySet())));
        for (RawBsonDocument holder : writer.target().collection().find(new BsonDocument("_id", anyOfThem))) {
            byId.getOrDefault(idOf(holder), List.of()).forEach(item -> compare(item, holder));
        }
    }

    private void compare(WriteItem<D> item, RawBsonDocument holder) {
        boolean same = same(writer.encode(item.document()), holder);
        if (settings.generatedIds() && !(same && replay)) {
            throw new DuplicateIdException(settings.collection(), idOf(holder), same);
        }
        if (same) {
            item.settle(settings.generatedIds() ? Outcome.WRITTEN : Outcome.ALREADY_THERE);
        }
    }

    /** Whether the documents are equal in every byte. */
    static boolean same(RawBsonDocument one, RawBsonDocument other) {
        return one.getByteBuffer().asNIO().equals(other.getByteBuffer().asNIO());
    }

    private static BsonValue idOf(RawBsonDocument document) {
        return document.get("_id", BsonNull.VALUE);
    }
}
