package dev.mongohaul.repository.plan;

import java.util.Map;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Bytes around the records of the input, from which files of rejected records are written.
 *
 * @param bytes before the first record: byte order mark, skipped lines, header
 * @param lineEnd after each record
 * @param others the same for inputs in other charsets; null if there are none
 * @param end bytes after the last record; null if there are none
 */
public record CsvHead(
        Binary bytes,
        Binary lineEnd,
        @Nullable Map<String, CsvHead> others,
        @Nullable Binary end) {

    public CsvHead(Binary bytes, Binary lineEnd) {
        this(bytes, lineEnd, null, null);
    }

    public CsvHead in(String charset) {
        return others == null ? this : others.getOrDefault(charset, this);
    }
}
