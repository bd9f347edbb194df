package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** True or false: the texts that the job lists, in exactly their spelling. */
final class ListedBooleanType implements CellType {

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
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
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
