package dev.mongohaul.job;

import com.mongodb.client.model.IndexOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * An index of the target collection.
 *
 * @param keys as the server takes them
 * @param name null: the driver makes one of the keys
 * @param unique whether no two documents may have the same keys; such an index is made before the load
 * @param sparse whether documents without the fields are left out
 * @param expireAfter how long after the date in the field documents are deleted; null: never
 */
public record TargetIndex(
        BsonDocument keys,
        @Nullable String name,
        boolean unique,
        boolean sparse,
        @Nullable Duration expireAfter) {

    /** A unique index on exactly these fields, ascending. */
    public static TargetIndex uniqueOn(List<String> fields) {
        BsonDocument keys = new BsonDocument();
        fields.forEach(field -> keys.append(field, new BsonInt32(1)));
        return new TargetIndex(keys, null, true, false, null);
    }

    /** As the driver takes them. */
    public IndexOptions options() {
        IndexOptions options = new IndexOptions().unique(unique).sparse(sparse);
        if (name != null) {
            options.name(name);
        }
        if (expireAfter != null) {
            options.expireAfter(expireAfter.toSeconds(), TimeUnit.SECONDS);
        }
        return options;
    }
}
