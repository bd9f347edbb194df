package dev.mongohaul.mapping.type;

/**
 * Reads the cells of one column as values of one type.
 *
 * <p>Nothing is trimmed, rounded or repaired: a cell is a value of the type, or it is refused. Cells are well-formed
 * UTF-8. A type may keep what it needs while it reads, so each mapper has its own.
 */
public interface CellType {

    /**
     * Puts the cell's value; false where the cell {@code [from, to)} is no value of the type. What was put of it until
     * then is forgotten with the whole document.
     */
    boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink);

    /** Why {@link #put} refuses this cell, and what is allowed, as the rest of a sentence that begins with the cell. */
    String refusal(byte[] bytes, int from, int to);
}
