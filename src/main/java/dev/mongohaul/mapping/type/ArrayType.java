package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.ArrayFormat;
import dev.mongohaul.mapping.spec.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values of one type between separators, each read like a cell of that type.
 *
 * <p>A separator always has an element on either side. An empty element is an empty string if elements can be strings,
 * else it is refused. There is no quoting.
 */
final class ArrayType implements CellType {

    private final ArrayFormat format;
    private final CellType element;
    private final byte[] separator;

    /** Index and place of the current element. */
    private int index;

    private int start;
    private int end;

    ArrayType(ArrayFormat format, CellType element) {
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
            end = nextSeparator(bytes, start, to);
            boolean present = start < end || mayBeEmpty();
            if (!present || !element.put(bytes, start, end, FieldName.ofElement(index), sink)) {
                return false;
            }
        }
        sink.endArray();
        return true;
    }

    private int nextSeparator(byte[] bytes, int from, int to) {
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
        DocumentSink<?> scratch = DocumentSink.ofDocuments();
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
