package dev.mongohaul.job.processor;

import java.util.Set;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Rule for what a processor may do to {@code _id}, and to fields that an update sets.
 *
 * @param generated whether the import generates it from the place of the record
 * @param snapshot whether documents are deleted or marked by it, also those of rejected records
 * @param updates whether fields are set one by one
 * @param nested paths of documents whose fields are then set one by one, too
 */
public record IdRule(boolean generated, boolean snapshot, boolean updates, Set<String> nested) {

    /**
     * Returns what is wrong, in one line; null if nothing is.
     *
     * @param before null if the document has none before the processor
     * @param after null if it has none after it
     */
    @Nullable
    String problem(@Nullable BsonValue before, @Nullable BsonValue after) {
        if (before == null) {
            return after == null
                    ? null
                    : "it set _id, which no column of the job makes: name columns under target.id, or leave it out";
        }
        if (before.equals(after)) {
            return null;
        }
        if (generated) {
            return "it changed the _id that the import has generated, by which a record that is sent again is known:"
                    + " name columns under target.id, or leave _id as it is";
        }
        return snapshot ? "it changed _id, by which a snapshot knows what its input lacks: leave _id as it is" : null;
    }
}
