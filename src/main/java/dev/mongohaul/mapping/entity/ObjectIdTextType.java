package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Text as Spring Data stores it in an id: of 24 hexadecimal digits it makes an ObjectId.
 *
 * @param text which puts all other cells
 */
public record ObjectIdTextType(CellType text) implements CellType {

    private static final int DIGITS = 24;

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (to - from != DIGITS || !isHexadecimal(bytes, from, to)) {
            return text.put(bytes, from, to, name, sink);
        }
        String digits = new String(bytes, from, DIGITS, StandardCharsets.US_ASCII);
        ByteBuffer id = ByteBuffer.wrap(HexFormat.of().parseHex(digits));
        sink.putObjectId(name, id.getInt(), id.getLong());
        return true;
    }

    private static boolean isHexadecimal(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!HexFormat.isHexDigit(bytes[at])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return text.refusal(bytes, from, to);
    }
}
