package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.ValueSink.FieldName;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Simplest types: text, booleans and constants. */
final class SimpleTypes {

    private SimpleTypes() {}

    /** The cell's text, including its spaces. */
    static final class StringType implements CellType {

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            sink.putString(name, bytes, from, to);
            return true;
        }
    }

    /** True or false: {@code true t yes y 1} and {@code false f no n 0}, in upper or lower case. */
    static final class BooleanType implements CellType {

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

    /** True or false: the texts that the job lists, in exactly their spelling. */
    static final class ListedBooleanType implements CellType {

        private final List<String> trueTexts;
        private final List<String> falseTexts;
        private final byte[][] trueCells;
        private final byte[][] falseCells;

        ListedBooleanType(FieldSpec field) {
            this.trueTexts = Objects.requireNonNullElse(field.trueTexts(), List.of());
            this.falseTexts = Objects.requireNonNullElse(field.falseTexts(), List.of());
            this.trueCells = cells(trueTexts);
            this.falseCells = cells(falseTexts);
        }

        private static byte[][] cells(List<String> texts) {
            return texts.stream()
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            boolean value = isOneOf(trueCells, bytes, from, to);
            if (!value && !isOneOf(falseCells, bytes, from, to)) {
                return false;
            }
            sink.putBoolean(name, value);
            return true;
        }

        private static boolean isOneOf(byte[][] cells, byte[] bytes, int from, int to) {
            for (byte[] cell : cells) {
                if (Arrays.equals(cell, 0, cell.length, bytes, from, to)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not a boolean: "
                    + Stream.of(meaning(trueTexts, "true"), meaning(falseTexts, "false"))
                            .flatMap(Optional::stream)
                            .collect(Collectors.joining(", "));
        }

        private static Optional<String> meaning(List<String> texts, String value) {
            return texts.stream()
                    .map(Printable::quoted)
                    .reduce((one, other) -> one + " or " + other)
                    .map(listed -> listed + " is " + value);
        }
    }

    /** The same value for every cell: a string, an int32 (an int64 if it is too large), a double or a boolean. */
    static final class ConstantType implements CellType {

        private final Object value;
        private final byte[] utf8;

        /** @param value a {@code String}, {@code Long}, {@code Double} or {@code Boolean} */
        ConstantType(Object value) {
            this.value = value;
            this.utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (value instanceof Long number && number == number.intValue()) {
                sink.putInt32(name, number.intValue());
            } else if (value instanceof Long number) {
                sink.putInt64(name, number);
            } else if (value instanceof Double number) {
                sink.putDouble(name, number);
            } else if (value instanceof Boolean flag) {
                sink.putBoolean(name, flag);
            } else {
                sink.putString(name, utf8, 0, utf8.length);
            }
            return true;
        }
    }
}
