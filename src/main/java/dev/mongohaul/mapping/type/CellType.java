package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;

/**
 * Reader of the cells of one column as values of one type.
 *
 * <p>A cell is a value of the type exactly as it stands, or it is refused: nothing is trimmed, rounded or repaired.
 * Cells are well-formed UTF-8. A type may keep state while it reads, so each mapper has its own.
 */
public interface CellType {

    /** More bytes of UTF-8 than an excerpt can show. */
    int LONGEST_EXCERPT_BYTES = 1000;

    /**
     * Writes the value of the cell {@code [from, to)} to the sink. Returns false if the cell is not a value of the type; the
     * caller then discards the whole document.
     */
    boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink);

    /**
     * Returns why {@link #put} refuses the cell and what is allowed, as the end of a sentence whose subject is the cell.
     *
     * @throws IllegalStateException if it does not
     */
    default String refusal(byte[] bytes, int from, int to) {
        throw new IllegalStateException("this type takes every cell");
    }

    /** Returns the beginning of a cell as one printable line, without decoding all of a giant cell. */
    static String excerpt(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, LONGEST_EXCERPT_BYTES);
        return Printable.excerpt(new String(bytes, from, length, StandardCharsets.UTF_8));
    }
}
