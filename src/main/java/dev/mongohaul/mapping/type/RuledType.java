package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cells of a type that keep the rules of their field: {@code min}, {@code max}, {@code one-of} and {@code matches}. */
final class RuledType implements CellType {

    /** The most values in a message; the number of the others follows. */
    private static final int SHOWN_VALUES = 20;

    private static final FieldName ANY = new FieldName("any");

    private final FieldSpec field;
    private final CellType type;
    private final @Nullable CellPattern pattern;
    private final @Nullable CellSet texts;
    private final @Nullable ValueRules values;

    /**
     * @param type what writes the cells
     * @param plain type of the field without rules
     */
    RuledType(FieldSpec field, CellType type, CellType plain) {
        this.field = field;
        this.type = type;
        this.pattern = field.matches() == null ? null : new CellPattern(field.matches());
        List<String> listed = field.oneOf();
        this.texts = listed != null && isText(field) ? new CellSet(listed) : null;
        boolean compares = field.min() != null || field.max() != null || (listed != null && texts == null);
        this.values = compares ? new ValueRules(field, plain) : null;
    }

    /** Returns whether two cells have the same value only if they are the same text. */
    static boolean isText(FieldSpec field) {
        return field.type() == FieldType.STRING || field.type() == FieldType.AUTO;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        return (texts == null || texts.contains(bytes, from, to))
                && (values == null
                        ? type.put(bytes, from, to, name, sink)
                        : values.put(type, bytes, from, to, name, sink))
                && (pattern == null || pattern.matches(bytes, from, to));
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        DocumentSink<?> scratch = DocumentSink.ofDocuments();
        scratch.begin();
        if (!type.put(bytes, from, to, ANY, scratch)) {
            return type.refusal(bytes, from, to);
        }
        List<String> broken = new ArrayList<>();
        boolean unlisted = texts != null && !texts.contains(bytes, from, to);
        if (values != null) {
            scratch.begin();
            values.put(type, bytes, from, to, ANY, scratch);
            add(broken, values.belowMin(), "is less than the smallest allowed value (min), ", field.min());
            add(broken, values.aboveMax(), "is greater than the greatest allowed value (max), ", field.max());
            unlisted |= values.unlisted();
        }
        add(broken, unlisted, "is not allowed (one-of): one of ", listed());
        if (pattern != null && !pattern.matches(bytes, from, to)) {
            broken.add(pattern.refusal(to - from));
        }
        if (broken.isEmpty()) {
            throw new IllegalStateException("the cell keeps all rules");
        }
        return String.join(", and ", broken);
    }

    private static void add(List<String> broken, boolean isBroken, String words, @Nullable String allowed) {
        if (isBroken) {
            broken.add(words + Objects.requireNonNull(allowed));
        }
    }

    private @Nullable String listed() {
        List<String> listed = field.oneOf();
        if (listed == null) {
            return null;
        }
        int more = listed.size() - SHOWN_VALUES;
        return listed.stream().limit(SHOWN_VALUES).map(Printable::quoted).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** Texts in UTF-8, found without an object for each cell. */
    private static final class CellSet {

        private final byte[][][] buckets;
        private final int longest;

        CellSet(List<String> texts) {
            this.buckets = new byte[Integer.highestOneBit(4 * texts.size())][][];
            int most = 0;
            for (String text : texts) {
                byte[] cell = text.getBytes(StandardCharsets.UTF_8);
                most = Math.max(most, cell.length);
                int bucket = bucket(cell, 0, cell.length);
                byte[][] others = buckets[bucket] == null ? new byte[0][] : buckets[bucket];
                buckets[bucket] = Arrays.copyOf(others, others.length + 1);
                buckets[bucket][others.length] = cell;
            }
            this.longest = most;
        }

        private int bucket(byte[] bytes, int from, int to) {
            int hash = to - from;
            for (int at = from; at < to; at++) {
                hash = 31 * hash + bytes[at];
            }
            return (hash ^ hash >>> 16) & buckets.length - 1;
        }

        boolean contains(byte[] bytes, int from, int to) {
            byte[][] bucket = to - from > longest ? null : buckets[bucket(bytes, from, to)];
            if (bucket != null) {
                for (byte[] cell : bucket) {
                    if (Arrays.equals(cell, 0, cell.length, bytes, from, to)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
