package dev.mongohaul.repository;

import java.util.Map;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds records in the input, so that rejected ones can be handed back in a file of the same kind.
 *
 * @param bytes before the first record: byte order mark, lines passed over, header
 * @param lineEnd behind each record
 * @param others the same by charset, of inputs that are in another one; null where there are none
 */
public record CsvHead(
        Binary bytes, Binary lineEnd, @Nullable Map<String, CsvHead> others) {

    /** Of inputs that are all in one charset. */
    public CsvHead(Binary bytes, Binary lineEnd) {
        this(bytes, lineEnd, null);
    }

    /** What surrounds the records of inputs in a charset. */
    public CsvHead in(String charset) {
        return others == null ? this : others.getOrDefault(charset, this);
    }
}
