package dev.mongohaul.reject;

import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.jspecify.annotations.Nullable;

/**
 * Rejects as MongoDB keeps them, under the id {@code {i: <import>, o: <offset>}}.
 *
 * <p>MongoDB compares sub-documents field by field, so the index on {@code _id} has each import's rejects together and
 * in the order of the input. Both numbers are always 64 bits wide.
 */
final class RejectDocument {

    private RejectDocument() {}

    static Document idOf(long instance, long offset) {
        return id(instance, offset);
    }

    static Document lowestIdOf(long instance) {
        return id(instance, new MinKey());
    }

    static Document highestIdOf(long instance) {
        return id(instance, new MaxKey());
    }

    static Document of(long instance, Reject reject) {
        RejectedRecord record = reject.record();
        RejectReason reason = reject.reason();
        Document document = new Document("_id", idOf(instance, record.offset()))
                .append("file", record.file())
                .append("line", record.line())
                .append("length", record.length())
                .append("stage", reason.stage().name())
                .append("reason", reason.text());
        appendPresent(document, "code", reason.code());
        appendPresent(document, "cell", cellDocument(reason.cell()));
        appendPresent(document, "bytes", record.bytes());
        return document;
    }

    static Reject toReject(Document document) {
        RejectedRecord record = new RejectedRecord(
                document.getString("file"),
                document.getLong("line"),
                document.get("_id", Document.class).getLong("o"),
                document.getLong("length"),
                document.get("bytes", Binary.class));
        RejectReason reason = new RejectReason(
                RejectStage.valueOf(document.getString("stage")),
                document.getString("reason"),
                toCell(document.get("cell", Document.class)),
                document.getInteger("code"));
        return new Reject(record, reason);
    }

    private static Document id(long instance, Object offset) {
        return new Document("i", instance).append("o", offset);
    }

    private static @Nullable Document cellDocument(@Nullable RejectedCell cell) {
        if (cell == null) {
            return null;
        }
        Document document = new Document("number", cell.number());
        appendPresent(document, "column", cell.column());
        appendPresent(document, "value", cell.value());
        return document;
    }

    private static @Nullable RejectedCell toCell(@Nullable Document cell) {
        return cell == null
                ? null
                : new RejectedCell(cell.getInteger("number"), cell.getString("column"), cell.getString("value"));
    }

    private static void appendPresent(Document document, String field, @Nullable Object value) {
        if (value != null) {
            document.append(field, value);
        }
    }
}
