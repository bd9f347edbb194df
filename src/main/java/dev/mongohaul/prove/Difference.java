package dev.mongohaul.prove;

import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Difference between an expected document and the target, or why a record would change nothing.
 *
 * @param kind one that {@linkplain Judgement#isDifference is a difference}, unmatched or rejected
 * @param key fields that identify the document; empty if the import will generate its id
 * @param place file and line of the record; null for a document that no record has
 * @param document the one that is expected, or should not be there; null if its fields are compared
 * @param fields those that differ, of a changed document
 * @param explainedBy number of the later import or undo whose input has the key; null if none is known
 */
public record Difference(
        Judgement kind,
        BsonDocument key,
        @Nullable String place,
        @Nullable BsonDocument document,
        List<FieldDifference> fields,
        @Nullable Long explainedBy) {

    public Difference {
        fields = List.copyOf(fields);
    }

    Difference as(Judgement other) {
        return new Difference(other, key, place, document, fields, explainedBy);
    }

    Difference explainedBy(long number) {
        return new Difference(kind, key, place, document, fields, number);
    }
}
