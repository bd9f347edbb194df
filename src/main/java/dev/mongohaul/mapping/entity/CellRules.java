package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.text.NearestName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a class adds to the types of its columns, by their indexes.
 *
 * @param everywhere for the column wherever it stands: only these refuse cells
 * @param asId for the column where it makes {@code _id}
 */
public record CellRules(Map<Integer, UnaryOperator<CellType>> everywhere, Map<Integer, UnaryOperator<CellType>> asId) {

    public static final CellRules NONE = new CellRules(Map.of(), Map.of());

    public CellRules {
        everywhere = Map.copyOf(everywhere);
        asId = Map.copyOf(asId);
    }

    /** The types of all columns with their rules. */
    public List<CellType> ofColumns(List<CellType> types) {
        return with(everywhere, types);
    }

    /** The types {@link #ofColumns} as they make {@code _id}. */
    public List<CellType> ofIds(List<CellType> types) {
        return with(asId, types);
    }

    private static List<CellType> with(Map<Integer, UnaryOperator<CellType>> rules, List<CellType> types) {
        List<CellType> ruled = new ArrayList<>();
        for (int column = 0; column < types.size(); column++) {
            ruled.add(rules.getOrDefault(column, UnaryOperator.identity()).apply(types.get(column)));
        }
        return ruled;
    }

    /**
     * Text of one character: what a {@code Character} can hold, which has 16 bits.
     *
     * @param text which puts the cells that are allowed
     */
    public record CharacterType(CellType text) implements CellType {

        private static final int HIGHEST_BYTES = 3;

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            boolean one = to - from <= HIGHEST_BYTES
                    && new String(bytes, from, to - from, StandardCharsets.UTF_8).length() == 1;
            return one && text.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not one character of 16 bits, which is all that a Character holds";
        }
    }

    /** Text that is the name of an enum's constant: what a property of that enum can hold. */
    public static final class ConstantNameType implements CellType {

        /** A message shows so many constants. */
        private static final int SHOWN_NAMES = 30;

        private final CellType text;
        private final String type;
        private final List<String> names;
        private final Set<String> known;

        /** @param text which puts the cells that are allowed */
        public ConstantNameType(CellType text, Class<?> type) {
            this.text = text;
            this.type = type.getSimpleName();
            this.names = Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList();
            this.known = Set.copyOf(names);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            return known.contains(text(bytes, from, to)) && text.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is no constant of " + type + NearestName.hint(text(bytes, from, to), names) + ": "
                    + names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "))
                    + (names.size() > SHOWN_NAMES ? " and " + (names.size() - SHOWN_NAMES) + " more" : "");
        }

        private static String text(byte[] bytes, int from, int to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
    }

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
}
