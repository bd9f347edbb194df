package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** True or false: {@code true t yes y 1} and {@code false f no n 0}, in upper or lower case. */
final class BooleanType implements CellType {

    private static final byte[][] TRUE = words("true", "t", "yes", "y", "1");
    private static final byte[][] FALSE = words("false", "f", "no", "n", "0");

    private static byte[][] words(String... words) {
        return Stream.of(words)
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        boolean value = isOneOf(TRUE, bytes, from, to);
        if (!value && !isOneOf(FALSE, bytes, from, to)) {
            return false;
        }
        sink.putBoolean(name, value);
        return true;
    }

    private static boolean isOneOf(byte[][] words, byte[] bytes, int from, int to) {
        for (byte[] word : words) {
            if (word.length == to - from && equalsIgnoringCase(word, bytes, from)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equalsIgnoringCase(byte[] word, byte[] bytes, int from) {
        for (int at = 0; at < word.length; at++) {
            byte letter = bytes[from + at];
            boolean upper = letter >= 'A' && letter <= 'Z';
            if (word[at] != (upper ? letter + 'a' - 'A' : letter)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not a boolean: true, t, yes, y, 1 or false, f, no, n, 0";
    }
}
