package dev.mongohaul.prove;

import com.mongodb.MongoNamespace;
import dev.mongohaul.infer.column.LongSet;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.writer.send.WriteOperation;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Input whose documents are expected in a target. Only this type asks for the settings of the load.
 *
 * @param ids generated ids of the import; null for those of an import that has not begun
 * @param created start of the import
 * @param rejected offsets of the records that the import has rejected
 * @param after whether the import is completed
 * @param counts of the completed import; zeros if it has not begun
 * @param digested whether the digest of the documents is computed
 */
record Subject(
        ImportJob job,
        MongoNamespace target,
        @Nullable GeneratedIds ids,
        Instant created,
        ImportOrigin origin,
        LongSet rejected,
        boolean after,
        Counts counts,
        boolean digested) {

    /** Ids of the same length as those of an import. */
    private static final GeneratedIds PLACEHOLDER = new GeneratedIds(0, 0);

    @Nullable
    GeneratedIds idsOrPlaceholder() {
        return job.generatesIds() && ids == null ? PLACEHOLDER : ids;
    }

    RecordOperations operations() {
        return job.operations();
    }

    /** Returns whether the document of the operation will have an id that no document has yet. */
    boolean hasNewId(WriteOperation operation) {
        return operation == WriteOperation.INSERT && job.generatesIds() && ids == null;
    }

    /** Returns whether a record that finds no document changes nothing. */
    boolean allowsNone(WriteOperation operation) {
        return operation.needsMatch() && (!after || counts.unmatched() > 0);
    }

    /** Returns whether records of adds may have found a document with their key, which can have any content. */
    boolean allowsOther() {
        return !after || counts.alreadyThere() > 0;
    }

    /** Returns whether an insert of a document that exists with other content would be rejected. */
    boolean refusesOther(WriteOperation operation) {
        return operation == WriteOperation.INSERT && !after && !job.swaps();
    }

    /** Returns whether the keys of all records are remembered: several records may have one, or other documents are removed. */
    boolean needsKeys() {
        boolean mayRepeat = !job.promisesUniqueKeys() && !job.addsUnderOtherIds();
        return mayRepeat || others().isPresent();
    }

    /** Returns whether the records that are rejected keep the documents with their ids. */
    boolean keepsRejected() {
        return job.removesUnseen();
    }

    /** Returns the filter of the documents that are removed unless the input has them; empty if none are. */
    Optional<BsonDocument> others() {
        return job.swaps()
                ? Optional.of(new BsonDocument())
                : job.removesUnseen() ? Optional.of(job.scope()) : Optional.empty();
    }

    /**
     * Returns the filter of the documents that only this import has written; empty if its input names them.
     *
     * @param idPrefix of its generated ids; null if they come from columns
     */
    static Optional<BsonDocument> owned(ImportJob job, @Nullable String idPrefix) {
        if (job.swaps()) {
            return Optional.of(new BsonDocument());
        }
        if (job.removesUnseen()) {
            BsonDocument scope = job.scope();
            mark(job).ifPresent(field -> scope.append(field, new BsonDocument("$exists", BsonBoolean.FALSE)));
            return Optional.of(scope);
        }
        return Optional.ofNullable(idPrefix)
                .filter(prefix -> job.addsUnderOtherIds())
                .map(prefix -> new BsonDocument(
                        "_id",
                        new BsonDocument("$gte", new BsonObjectId(new ObjectId(prefix + "0".repeat(10))))
                                .append("$lte", new BsonObjectId(new ObjectId(prefix + "f".repeat(10))))));
    }

    /** Returns the field that marks removed documents; empty if they are deleted. */
    Optional<String> mark() {
        return mark(job);
    }

    private static Optional<String> mark(ImportJob job) {
        return job.file().snapshots().map(Snapshot::markField).map(FieldPath::toString);
    }
}
