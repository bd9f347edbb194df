package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values of one type between separators, each of which is read as a cell of that type would be.
 *
 * <p>A separator always has an element on either side. One that is empty is an empty text where elements are, or may be,
 * text; elements of other types cannot be empty. Nothing quotes a separator.
 */
public final class ArrayType implements CellType {

    private final ArrayFormat format;
    private final CellType element;
    private final byte[] separator;

    /** The element at hand, from 0, and where it stands. */
    private int index;

    private int start;
    private int end;

    /** @param element reads the elements */
    public ArrayType(ArrayFormat format, CellType element) {
        this.format = format;
        this.element = element;
        this.separator = format.separator().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        sink.startArray(name);
        end = from - separator.length;
        for (index = 0; end < to; index++) {
            start = end + separator.length;
            end = separatorAhead(bytes, start, to);
            boolean present = start < end || mayBeEmpty();
            if (!present || !element.put(bytes, start, end, FieldName.ofElement(index), sink)) {
                return false;
            }
        }
        sink.endArray();
        return true;
    }

    private int separatorAhead(byte[] bytes, int from, int to) {
        for (int at = from; at <= to - separator.length; at++) {
            if (bytes[at] == separator[0]
                    && Arrays.equals(bytes, at, at + separator.length, separator, 0, separator.length)) {
                return at;
            }
        }
        return to;
    }

    private boolean mayBeEmpty() {
        return format.of() == FieldType.STRING || format.of() == FieldType.AUTO;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        DocumentSink<?> scratch = DocumentTreeSink.ofDocuments();
        scratch.begin();
        if (put(bytes, from, to, FieldName.ofElement(0), scratch)) {
            throw new IllegalStateException("the cell is an array");
        }
        return start == end
                ? "has nothing for its element " + (index + 1) + ": of "
                        + format.of().word() + ", no element can be empty"
                : "has the element " + (index + 1) + ", \"" + CellType.excerpt(bytes, start, end) + "\", which "
                        + element.refusal(bytes, start, end);
    }
}
