package dev.mongohaul.reject;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.RecordLocation;
import dev.mongohaul.text.Printable;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** A record given up, with its reason: it is counted, kept and handed back, and its neighbours go on. */
public record Reject(RejectedRecord record, RejectReason reason) {

    /** How far a record came before it was given up. The names are stored: they stay as they are. */
    public enum RejectStage {
        /** It breaks the rules of CSV: it has no cells that could be trusted. */
        MALFORMED,

        /** It has cells, but they make no document: a cell is not of its type, or an id is blank. */
        UNMAPPABLE,

        /** It made a document, and the server would not take it. */
        REFUSED,

        /** It is an update or a delete of a document that does not exist, where the job counts that as a reject. */
        UNMATCHED
    }

    /**
     * A record that was given up: where it lies and, up to {@value #LONGEST_KEPT} bytes, what it is.
     *
     * @param file the input's name as the job gives it
     * @param line on which the record begins, from 1
     * @param offset of its first byte, counted over all inputs of the import
     * @param length in bytes, without its line end
     * @param bytes as they lie in the input; {@code null} where they are too many to be kept, so that only the input has
     *     them
     */
    public record RejectedRecord(
            String file,
            long line,
            long offset,
            long length,
            @Nullable Binary bytes) {

        /** The longest record whose bytes are stored with its reason; a document of MongoDB ends at 16 MiB. */
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
     * Why a record was given up.
     *
     * @param text for the person who has to mend the record; shortened to {@value #LONGEST_TEXT} characters
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

        /** A reason found here, before any server was asked. */
        public static RejectReason of(RejectStage stage, String text, @Nullable RejectedCell cell) {
            return new RejectReason(stage, text, cell, null);
        }

        /** What the server said when it refused the document. */
        public static RejectReason refused(int code, String text) {
            return new RejectReason(RejectStage.REFUSED, text, null, code);
        }
    }

    /**
     * The cell a record was given up for.
     *
     * @param number its place in the record, from 1
     * @param column the name of its column; {@code null} behind the last one that has a name
     * @param value its text, shortened to {@value #LONGEST_VALUE} characters; {@code null} where it cannot be told
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
