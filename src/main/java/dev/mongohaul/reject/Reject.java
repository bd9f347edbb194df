package dev.mongohaul.reject;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.RecordLocation;
import dev.mongohaul.text.Printable;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** Rejected record with its reason: it is counted, stored and exported, and the import continues. */
public record Reject(RejectedRecord record, RejectReason reason) {

    /** Stage at which a record was rejected. The names are stored and must not change. */
    public enum RejectStage {
        /** It breaks the rules of CSV, so that its cells are unreliable. */
        MALFORMED,

        /** Its cells make no document: a cell is not of its type, or an id is blank. */
        UNMAPPABLE,

        /** The server refused its document. */
        REFUSED,

        /** It is an update or a delete of a document that does not exist, where the job counts that as a reject. */
        UNMATCHED
    }

    /**
     * Place of a rejected record and its bytes, unless they are more than {@value #LONGEST_KEPT}.
     *
     * @param file the input's name as the job gives it
     * @param line on which the record begins, from 1
     * @param offset of its first byte, counted over all inputs of the import
     * @param length in bytes, without its line end
     * @param bytes as they lie in the input; {@code null} where they are too many to be stored
     */
    public record RejectedRecord(
            String file,
            long line,
            long offset,
            long length,
            @Nullable Binary bytes) {

        /** The longest record whose bytes are stored with its reason; a document of MongoDB has at most 16 MiB. */
        static final int LONGEST_KEPT = 1024 * 1024;

        public RejectedRecord {
            if (bytes != null && (length > LONGEST_KEPT || bytes.length() != length)) {
                bytes = null;
            }
        }

        public static RejectedRecord of(CsvItem item, String file) {
            RecordLocation location = item.location();
            Binary bytes = location.length() > LONGEST_KEPT ? null : new Binary(item.toByteArray());
            return new RejectedRecord(file, location.line(), location.offset(), location.length(), bytes);
        }
    }

    /**
     * Reason of a reject.
     *
     * @param text for the person who corrects the record; shortened to {@value #LONGEST_TEXT} characters
     * @param cell the cell at fault; {@code null} where it is the record as a whole
     * @param code the server's error code; {@code null} where no server was asked
     */
    public record RejectReason(
            RejectStage stage,
            String text,
            @Nullable RejectedCell cell,
            @Nullable Integer code) {

        static final int LONGEST_TEXT = 2_000;

        public RejectReason {
            text = Printable.shortened(text, LONGEST_TEXT);
        }

        /** Returns a reason found before the server was asked. */
        public static RejectReason of(RejectStage stage, String text, @Nullable RejectedCell cell) {
            return new RejectReason(stage, text, cell, null);
        }

        /** Returns the reason that the server gave when it refused the document. */
        public static RejectReason refused(int code, String text) {
            return new RejectReason(RejectStage.REFUSED, text, null, code);
        }
    }

    /**
     * Cell at fault.
     *
     * @param number its index in the record, from 1
     * @param column the name of its column; {@code null} after the last one that has a name
     * @param value its text, shortened to {@value #LONGEST_VALUE} characters; {@code null} where it is not known
     */
    public record RejectedCell(
            int number, @Nullable String column, @Nullable String value) {

        static final int LONGEST_VALUE = 200;

        public RejectedCell {
            if (number < 1) {
                throw new IllegalArgumentException("cell number " + number + ": cells are counted from 1");
            }
            value = value == null ? null : Printable.shortened(value, LONGEST_VALUE);
        }
    }
}
