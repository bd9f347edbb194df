package dev.mongohaul.mapping.type;

import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;

/**
 * Reads the cells of one column as values of one type.
 *
 * <p>Nothing is trimmed, rounded or repaired: a cell is a value of the type, or it is refused. Cells are well-formed
 * UTF-8. A type may keep what it needs while it reads, so each mapper has its own.
 */
public interface CellType {

    /** More bytes of UTF-8 than the characters of an excerpt can have. */
    int LONGEST_EXCERPT_BYTES = 1000;

    /**
     * Puts the cell's value; false where the cell {@code [from, to)} is no value of the type. What was put of it until
     * then is forgotten with the whole document.
     */
    boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink);

    /** Why {@link #put} refuses this cell, and what is allowed, as the rest of a sentence that begins with the cell. */
    String refusal(byte[] bytes, int from, int to);

    /** Returns the beginning of a refused cell as one printable line; a giant cell is not decoded as a whole. */
    static String excerpt(byte[] utf8, int from, int to) {
        int length = Math.min(to - from, LONGEST_EXCERPT_BYTES);
        return Printable.excerpt(new String(utf8, from, length, StandardCharsets.UTF_8));
    }
}
