package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import java.nio.charset.StandardCharsets;

/**
 * Text of one character: what a {@code Character} can hold, which has 16 bits.
 *
 * @param text which puts the cells that are allowed
 */
public record CharacterType(CellType text) implements CellType {

    private static final int HIGHEST_BYTES = 3;

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        boolean one =
                to - from <= HIGHEST_BYTES && new String(bytes, from, to - from, StandardCharsets.UTF_8).length() == 1;
        return one && text.put(bytes, from, to, name, sink);
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not one character of 16 bits, which is all that a Character holds";
    }
}
