package dev.mongohaul.reject;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.RecordLocation;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

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
