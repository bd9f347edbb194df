package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.text.NearestName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The restrictions that a class adds to the types of its columns, by column index. The restricted types are nested here.
 *
 * @param everywhere for all fields of the column: only these refuse cells
 * @param asId for the column within {@code _id} only
 */
public record CellRules(Map<Integer, UnaryOperator<CellType>> everywhere, Map<Integer, UnaryOperator<CellType>> asId) {

    public static final CellRules NONE = new CellRules(Map.of(), Map.of());

    public CellRules {
        everywhere = Map.copyOf(everywhere);
        asId = Map.copyOf(asId);
    }

    /** Returns the types of all columns with their restrictions. */
    public List<CellType> ofColumns(List<CellType> types) {
        return with(everywhere, types);
    }

    /** Returns the types of {@link #ofColumns} with their restrictions within {@code _id}. */
    public List<CellType> ofIds(List<CellType> types) {
        return with(asId, types);
    }

    private static List<CellType> with(Map<Integer, UnaryOperator<CellType>> rules, List<CellType> types) {
        return IntStream.range(0, types.size())
                .mapToObj(column ->
                        rules.getOrDefault(column, UnaryOperator.identity()).apply(types.get(column)))
                .toList();
    }

    /** Text of one {@code char}, which is all that a {@code Character} can hold. */
    record CharacterType(CellType text) implements CellType {

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

    /** Text that is the name of an enum constant. */
    static final class ConstantNameType implements CellType {

        /** The most constants in a message. */
        private static final int SHOWN_NAMES = 30;

        private final CellType text;
        private final String type;
        private final List<String> names;
        private final Set<String> known;

        ConstantNameType(CellType text, Class<?> type) {
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

    /** JSON that is an object, which is all that a map can hold. */
    record JsonObjectType(CellType json) implements CellType {

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

    /** Text as Spring Data stores it in an id: 24 hexadecimal digits become an ObjectId. */
    record ObjectIdTextType(CellType text, CellType objectId) implements CellType {

        ObjectIdTextType(CellType text) {
            this(text, CellTypes.of(FieldSpec.of(FieldType.OBJECTID)));
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            return objectId.put(bytes, from, to, name, sink) || text.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return text.refusal(bytes, from, to);
        }
    }
}
