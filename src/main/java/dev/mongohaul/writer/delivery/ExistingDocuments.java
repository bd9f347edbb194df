package dev.mongohaul.writer.delivery;

import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/**
 * Documents that hold the ids of inserts, or the keys of adds. They explain E11000 errors, since the driver does not report
 * which index refused:
 *
 * <ul>
 *   <li>No document has the id: another unique index refused it, a reject.
 *   <li>A document of the same bytes has it, but for ignored values: already there; with generated ids it is our own earlier write, and counts as
 *       written.
 *   <li>A different document has it: with ids from columns a reject, with generated ids an error of the whole import,
 *       since only one record can have that id.
 *   <li>A document has the key of an add: already there, also with other fields, and also if the server refused the record for
 *       another reason.
 * </ul>
 *
 * <p>The answer that refused the inserts was given at the write concern, which covers the existing documents too.
 */
final class ExistingDocuments<D> {

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final DocumentEquality equality;
    private final MatchFilter filter;

    ExistingDocuments(DocumentSender<D> sender, WriteTarget target, DocumentEquality equality) {
        this.sender = sender;
        this.target = target;
        this.equality = equality;
        this.filter = new MatchFilter(target.settings());
    }

    /**
     * Completes the items whose documents exist.
     *
     * @param replay whether the documents may have been sent before
     */
    void complete(List<WriteItem<D>> among, boolean replay) {
        completeByIds(
                among.stream()
                        .filter(item ->
                                !item.leavesExisting() || target.settings().generatedIds())
                        .toList(),
                replay);
        completeByKeys(among.stream()
                .filter(item -> item.leavesExisting() && !item.isComplete())
                .toList());
    }

    private void completeByIds(List<WriteItem<D>> among, boolean replay) {
        Map<BsonValue, List<WriteItem<D>>> byId = new HashMap<>();
        among.forEach(item -> byId.computeIfAbsent(idOf(encode(item)), id -> new ArrayList<>())
                .add(item));
        for (Bson anyOfThem : KeyQueries.byIds(byId.keySet())) {
            for (RawBsonDocument holder : target.collection().find(anyOfThem)) {
                byId.getOrDefault(idOf(holder), List.of()).forEach(item -> compare(item, holder, replay));
            }
        }
    }

    private void compare(WriteItem<D> item, RawBsonDocument holder, boolean replay) {
        WriteSettings settings = target.settings();
        boolean same = equality.same(encode(item), holder);
        if (settings.generatedIds() && !(same && replay)) {
            throw new DuplicateIdException(settings.collection(), idOf(holder), same);
        }
        if (same) {
            item.complete(settings.generatedIds() ? Outcome.WRITTEN : Outcome.ALREADY_THERE);
        }
    }

    private void completeByKeys(List<WriteItem<D>> among) {
        Map<MatchKey, List<WriteItem<D>>> byKey =
                among.stream().collect(Collectors.groupingBy(item -> filter.key(encode(item))));
        boolean otherKeys = false;
        for (List<RawBsonDocument> query :
                KeyQueries.of(among.stream().map(this::encode).toList(), filter::bytesInAnyOf)) {
            for (RawBsonDocument holder :
                    target.collection().find(filter.anyOf(query)).projection(filter.projection())) {
                List<WriteItem<D>> held = byKey.remove(filter.key(holder));
                otherKeys |= held == null;
                complete(held == null ? List.of() : held);
            }
        }
        if (otherKeys) {
            // An element of an array or a collation made another key equal: each key is looked up by itself.
            byKey.values().stream()
                    .filter(items -> target.collection()
                                    .find(filter.of(encode(items.get(0))))
                                    .projection(filter.projection())
                                    .first()
                            != null)
                    .forEach(this::complete);
        }
    }

    private void complete(List<WriteItem<D>> held) {
        held.forEach(item -> item.complete(Outcome.ALREADY_THERE));
    }

    private RawBsonDocument encode(WriteItem<D> item) {
        return sender.encode(item.document());
    }

    private static BsonValue idOf(RawBsonDocument document) {
        return document.get("_id", BsonNull.VALUE);
    }
}
