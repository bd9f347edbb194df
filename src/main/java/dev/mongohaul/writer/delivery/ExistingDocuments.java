package dev.mongohaul.writer.delivery;

import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/**
 * Documents that hold the ids of inserts. They explain E11000 errors, since the driver does not report which index refused:
 *
 * <ul>
 *   <li>No document has the id: another unique index refused it, a reject.
 *   <li>A document of the same bytes has it, but for ignored values: already there; with generated ids it is our own earlier write, and counts as
 *       written.
 *   <li>A different document has it: with ids from columns a reject, with generated ids an error of the whole import,
 *       since only one record can have that id.
 * </ul>
 *
 * <p>The answer that refused the inserts was given at the write concern, which covers the existing documents too.
 */
final class ExistingDocuments<D> {

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final DocumentEquality equality;

    ExistingDocuments(DocumentSender<D> sender, WriteTarget target, DocumentEquality equality) {
        this.sender = sender;
        this.target = target;
        this.equality = equality;
    }

    /**
     * Completes the items whose documents exist.
     *
     * @param replay whether the documents may have been sent before
     */
    void complete(List<WriteItem<D>> among, boolean replay) {
        Map<BsonValue, List<WriteItem<D>>> byId = new HashMap<>();
        among.forEach(item -> byId.computeIfAbsent(idOf(sender.encode(item.document())), id -> new ArrayList<>())
                .add(item));
        for (Bson anyOfThem : KeyQueries.byIds(byId.keySet())) {
            for (RawBsonDocument holder : target.collection().find(anyOfThem)) {
                byId.getOrDefault(idOf(holder), List.of()).forEach(item -> compare(item, holder, replay));
            }
        }
    }

    private void compare(WriteItem<D> item, RawBsonDocument holder, boolean replay) {
        WriteSettings settings = target.settings();
        boolean same = equality.same(sender.encode(item.document()), holder);
        if (settings.generatedIds() && !(same && replay)) {
            throw new DuplicateIdException(settings.collection(), idOf(holder), same);
        }
        if (same) {
            item.complete(settings.generatedIds() ? Outcome.WRITTEN : Outcome.ALREADY_THERE);
        }
    }

    private static BsonValue idOf(RawBsonDocument document) {
        return document.get("_id", BsonNull.VALUE);
    }
}
