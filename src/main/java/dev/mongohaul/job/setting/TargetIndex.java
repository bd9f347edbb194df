package dev.mongohaul.job.setting;

import com.mongodb.client.model.IndexOptions;
import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Index of the target collection.
 *
 * @param keys fields in their order, with the server's directions
 * @param unique such an index is made before the load
 */
public record TargetIndex(BsonDocument keys, boolean unique) {

    private static final BsonInt32 ASCENDING = new BsonInt32(1);

    public TargetIndex {
        Rules rules = new Rules();
        rules.require(!keys.isEmpty(), "names no field: an index needs at least one", "keys");
        rules.names(List.copyOf(keys.keySet()), "keys");
        rules.require(
                !keys.equals(new BsonDocument("_id", ASCENDING)),
                "is the index of _id, which every collection has already: leave it out",
                "keys");
        boolean ordered = keys.values().stream().allMatch(BsonValue::isInt32);
        rules.require(!unique || ordered, "cannot be with hashed, text or 2dsphere keys", "unique");
        rules.enforce();
    }

    /** Returns an index on exactly these fields, ascending. */
    public static TargetIndex on(List<String> fields, boolean unique) {
        return new TargetIndex(ascending(fields), unique);
    }

    /** Returns the keys of an ascending index on these fields. */
    public static BsonDocument ascending(List<String> fields) {
        BsonDocument keys = new BsonDocument();
        fields.forEach(field -> keys.append(field, ASCENDING));
        return keys;
    }

    /** Returns the name that the driver gives the index: of several on the same keys, each has another name. */
    public String name() {
        return keys.entrySet().stream()
                .map(key -> key.getKey() + "_"
                        + (key.getValue().isString()
                                ? key.getValue().asString().getValue()
                                : key.getValue().asInt32().getValue()))
                .collect(Collectors.joining("_"));
    }

    /** Returns the options of the driver. */
    public IndexOptions options() {
        return new IndexOptions().unique(unique);
    }
}
