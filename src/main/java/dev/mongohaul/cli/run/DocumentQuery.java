package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.text.Printable;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Documents to look for.
 *
 * @param database null for that of the address
 * @param where filter as JSON; null for all documents
 */
public record DocumentQuery(
        @Nullable String database,
        String collection,
        @Nullable String where,
        int limit) {

    BsonDocument filter() {
        try {
            return where == null ? new BsonDocument() : BsonDocument.parse(where);
        } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
            throw new UsageException("--where=%s is not a document of extended JSON: %s"
                    .formatted(Printable.excerpt(String.valueOf(where)), ShownDocuments.firstLine(e)));
        }
    }
}
