package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A field's name, encoded once for all documents. */
public final class FieldName {

    /** Arrays of usual length have the names of their elements here. */
    private static final FieldName[] ELEMENTS = IntStream.range(0, 1000)
            .mapToObj(Integer::toString)
            .map(FieldName::new)
            .toArray(FieldName[]::new);

    private final String text;
    private final byte[] terminated;

    /** The name of the given text, which is without NUL: NUL ends a name in BSON. */
    public FieldName(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a field's name holds NUL");
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        this.text = text;
        this.terminated = Arrays.copyOf(utf8, utf8.length + 1);
    }

    /** The name of an array's element, its index from 0. */
    public static FieldName ofElement(int index) {
        return index < ELEMENTS.length ? ELEMENTS[index] : new FieldName(Integer.toString(index));
    }

    String text() {
        return text;
    }

    /** In UTF-8, with the NUL that ends it; nobody may write to it. */
    byte[] terminated() {
        return terminated;
    }

    @Override
    public String toString() {
        return text;
    }
}
