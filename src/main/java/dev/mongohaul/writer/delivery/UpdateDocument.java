package dev.mongohaul.writer.delivery;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Update that sets the fields of a document in the one it matches: each by its path, so that other fields stay. A nested
 * document that one CSV field contains as JSON is set as a whole.
 */
public final class UpdateDocument {

    private static final String ID = "_id";

    private final boolean setsId;
    private final Set<String> nested;
    private final Set<String> matched;

    public UpdateDocument(WriteSettings settings) {
        setsId = settings.upsert() && !settings.matchesById();
        nested = settings.nested();
        matched = new HashSet<>(settings.match());
        matched.add(ID);
    }

    /**
     * Returns the update. The matched fields are not set. An {@code _id} that is not matched becomes the id of an upserted
     * document.
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
            } else if (!matched.contains(path)) {
                set.append(path, field.getValue());
            }
        }
    }
}
