package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Type whose cells may also have the form that MongoDB's programs give its values: {@code ObjectId("…")} as mongosh and
 * mongoexport write it, or <code>{"$oid": "…"}</code>, Extended JSON.
 */
final class ShellType implements CellType {

    private static final int NONE = -1;

    private final CellType plain;
    private final CellType within;
    private final byte[][] names;
    private int start;
    private int end;

    /**
     * @param within type that the value inside the form may have, too
     * @param names of the forms, without parentheses, quotes and braces
     */
    ShellType(CellType plain, CellType within, String... names) {
        this(
                plain,
                within,
                Stream.of(names)
                        .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                        .toArray(byte[][]::new));
    }

    private ShellType(CellType plain, CellType within, byte[][] names) {
        this.plain = plain;
        this.within = within;
        this.names = names;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        return plain.put(bytes, from, to, name, sink)
                || (unwrap(bytes, from, to)
                        && (plain.put(bytes, start, end, name, sink) || within.put(bytes, start, end, name, sink)));
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return plain.refusal(bytes, from, to);
    }

    /** Finds the value inside all forms around it. Returns false if there is none. */
    private boolean unwrap(byte[] bytes, int from, int to) {
        start = from;
        end = to;
        boolean found = false;
        while (end - start > 1 && (bytes[end - 1] == ')' || bytes[end - 1] == '}') && unwrapOnce(bytes)) {
            found = true;
        }
        return found;
    }

    private boolean unwrapOnce(byte[] bytes) {
        boolean json = bytes[start] == '{';
        int at = json ? blanks(bytes, start + 1) : start;
        at = json ? after(bytes, at, '"') : at;
        int named = at == NONE ? NONE : afterName(bytes, at, json);
        if (named == NONE) {
            return false;
        }
        start = blanks(bytes, json ? named : named + 1);
        end--;
        while (end > start && bytes[end - 1] == ' ') {
            end--;
        }
        boolean quoted = end - start > 1
                && bytes[end - 1] == bytes[start]
                && (bytes[start] == '"' || (bytes[start] == '\'' && !json));
        start += quoted ? 1 : 0;
        end -= quoted ? 1 : 0;
        return end > start;
    }

    /** Returns the place after a name and its parenthesis or colon; {@link #NONE} if there is no such name. */
    private int afterName(byte[] bytes, int at, boolean json) {
        for (byte[] name : names) {
            int behind = at + name.length;
            if ((name[0] == '$') == json && behind < end && Arrays.equals(name, 0, name.length, bytes, at, behind)) {
                return json ? afterColon(bytes, behind) : bytes[behind] == '(' ? behind : NONE;
            }
        }
        return NONE;
    }

    private int afterColon(byte[] bytes, int at) {
        int quote = after(bytes, at, '"');
        return quote == NONE ? NONE : after(bytes, blanks(bytes, quote), ':');
    }

    private int after(byte[] bytes, int at, char expected) {
        return at < end && bytes[at] == expected ? at + 1 : NONE;
    }

    private int blanks(byte[] bytes, int from) {
        int at = from;
        while (at < end && bytes[at] == ' ') {
            at++;
        }
        return at;
    }
}
