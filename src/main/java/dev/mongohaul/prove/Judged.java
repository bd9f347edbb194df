package dev.mongohaul.prove;

import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Judged record.
 *
 * @param key fingerprint of its key
 * @param document that the record becomes
 * @param refused whether an import would reject the record, because the target has another document with its id
 * @param read documents of the target that have the key
 * @param difference null if there is none, or it is not shown
 */
record Judged(
        long key,
        WriteOperation operation,
        RawBsonDocument document,
        Judgement judgement,
        boolean refused,
        DocumentsDigest read,
        @Nullable Difference difference) {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    Judged as(Judgement other) {
        return new Judged(key, operation, document, other, false, read, null);
    }

    /** Returns the record as one that an import would reject. */
    Judged rejected() {
        Difference located = difference == null ? null : difference.as(Judgement.REJECTED);
        return new Judged(key, operation, document, Judgement.REJECTED, false, read, located);
    }

    /** Returns whether the record inserts a document whose key is there when it is read. */
    boolean repeats(@Nullable Judged earlier) {
        return operation.inserts()
                && (earlier == null
                        || (earlier.judgement != Judgement.DELETED && earlier.judgement != Judgement.UNMATCHED));
    }

    /** Returns whether the repeated document is the same, or is left out whatever it has. */
    boolean repeatsSame(@Nullable Judged earlier) {
        if (operation == WriteOperation.ADD) {
            return true;
        }
        if (earlier == null || !earlier.judgement.isDifference()) {
            return judgement == Judgement.EQUAL;
        }
        return document.getByteBuffer()
                .asNIO()
                .equals(earlier.document.getByteBuffer().asNIO());
    }

    /**
     * Returns the judgement after an earlier record with the same key.
     *
     * @param earlier null for a document that was equal
     * @param filter makes updates
     */
    Judged after(@Nullable Judged earlier, Subject subject, MatchFilter filter) {
        if (earlier == null) {
            return this;
        }
        if (earlier.judgement == Judgement.DELETED && operation.needsMatch()) {
            return earlier;
        }
        boolean bothFound = judgement == Judgement.EQUAL || judgement == Judgement.CHANGED;
        if (earlier.difference != null && earlier.judgement == Judgement.CHANGED && operation.updates() && bothFound) {
            return withFieldsOf(earlier.difference, filter);
        }
        if (earlier.difference == null || earlier.judgement != Judgement.NEW) {
            return this;
        }
        if (operation == WriteOperation.DELETE) {
            return judgement == Judgement.EQUAL || judgement == Judgement.UNMATCHED ? this : as(Judgement.UNMATCHED);
        }
        if (judgement != Judgement.NEW && judgement != Judgement.UNMATCHED) {
            return this;
        }
        BsonDocument changed = operation.updates()
                ? MatchFilter.updated(earlier.document.decode(CODEC), filter.update(operation, document))
                : document;
        RawBsonDocument whole = changed == null ? document : new RawBsonDocument(changed, CODEC);
        String place = (difference == null ? earlier.difference : difference).place();
        Difference added = new Difference(Judgement.NEW, earlier.difference.key(), place, whole, List.of(), null);
        return new Judged(key, operation, whole, Judgement.NEW, false, read, added);
    }

    /** Returns the judgement of an update with the fields of an earlier record that still differ, which it does not set. */
    private Judged withFieldsOf(Difference earlier, MatchFilter filter) {
        Set<String> set = filter.update(operation, document).getDocument("$set").keySet();
        List<FieldDifference> fields = Stream.concat(
                        earlier.fields().stream()
                                .filter(field ->
                                        set.stream().noneMatch(path -> (field.path() + ".").startsWith(path + "."))),
                        difference == null ? Stream.empty() : difference.fields().stream())
                .toList();
        if (fields.isEmpty()) {
            return this;
        }
        String place = (difference == null ? earlier : difference).place();
        Difference whole = new Difference(Judgement.CHANGED, earlier.key(), place, null, fields, null);
        return new Judged(key, operation, document, Judgement.CHANGED, false, read, whole);
    }
}
