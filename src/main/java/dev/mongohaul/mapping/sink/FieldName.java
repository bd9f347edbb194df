package dev.mongohaul.mapping.sink;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Name of a field, encoded once for all documents. */
public final class FieldName {

    /** Cache of element names, enough for most arrays. */
    private static final FieldName[] ELEMENTS = IntStream.range(0, 1000)
            .mapToObj(Integer::toString)
            .map(FieldName::new)
            .toArray(FieldName[]::new);

    private final String text;
    private final byte[] terminated;

    /** Encodes a name without NUL, which ends a name in BSON. */
    public FieldName(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a field's name holds NUL");
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        this.text = text;
        this.terminated = Arrays.copyOf(utf8, utf8.length + 1);
    }

    /** Returns the name of an array element: its index, from 0. */
    public static FieldName ofElement(int index) {
        return index < ELEMENTS.length ? ELEMENTS[index] : new FieldName(Integer.toString(index));
    }

    String text() {
        return text;
    }

    /** Returns the name in UTF-8 with its closing NUL. The caller must not change it. */
    byte[] terminated() {
        return terminated;
    }

    @Override
    public String toString() {
        return text;
    }
}
