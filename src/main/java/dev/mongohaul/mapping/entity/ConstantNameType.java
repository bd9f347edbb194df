package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.text.NearestName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Text that is the name of an enum's constant: what a property of that enum can hold. */
public final class ConstantNameType implements CellType {

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
