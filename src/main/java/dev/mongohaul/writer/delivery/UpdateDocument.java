package dev.mongohaul.writer.delivery;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Makes the update that sets a document's fields in the one it matches: each by its path, so that what is beside it stays.
 * A document that a cell holds as a whole, of JSON, is set as a whole.
 */
public final class UpdateDocument {

    private static final String ID = "_id";

    private final boolean setsId;
    private final Set<String> nested;
    private final Set<String> found;

    public UpdateDocument(WriteSettings settings) {
        setsId = settings.upsert() && !settings.matchesById();
        nested = settings.nested();
        found = new HashSet<>(settings.match());
        found.add(ID);
    }

    /**
     * The update; what finds the document is not set. An {@code _id} that does not find it becomes that of a document that
     * is upserted.
     */
    public BsonDocument of(RawBsonDocument document) {
        BsonDocument set = new BsonDocument();
        collect("", document, set);
        BsonDocument update = new BsonDocument("$set", set);
        BsonValue id = document.get(ID);
        return id == null || !setsId ? update : update.append("$setOnInsert", new BsonDocument(ID, id));
    }

    private void collect(String parents, BsonDocument document, BsonDocument set) {
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String path = parents + field.getKey();
            if (nested.contains(path)) {
                collect(path + ".", field.getValue().asDocument(), set);
            } else if (!found.contains(path)) {
                set.append(path, field.getValue());
            }
        }
    }
}
