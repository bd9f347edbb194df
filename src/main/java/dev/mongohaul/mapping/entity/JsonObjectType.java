package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;

/**
 * JSON that is an object: what a map can hold.
 *
 * @param json which puts the cells that are allowed
 */
public record JsonObjectType(CellType json) implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        return isObject(bytes, from, to) && json.put(bytes, from, to, name, sink);
    }

    private static boolean isObject(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || (bytes[at] >= '\t' && bytes[at] <= '\r'))) {
            at++;
        }
        return at < to && bytes[at] == '{';
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return isObject(bytes, from, to)
                ? json.refusal(bytes, from, to)
                : "is not a JSON object, such as {\"color\": \"red\"}, which is all that a map holds";
    }
}
