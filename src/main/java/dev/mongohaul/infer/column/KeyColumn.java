package dev.mongohaul.infer.column;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Column of a key, with the hash of its value in the present record. For one thread. */
public final class KeyColumn {

    private static final Set<FieldType> NO_KEYS = EnumSet.of(FieldType.DECIMAL, FieldType.JSON, FieldType.BOOLEAN);
    private static final FieldName ANY_NAME = new FieldName("cell");
    private static final Set<String> KEY_WORDS = Set.of(
            "id", "key", "code", "no", "nr", "number", "num", "sku", "uuid", "guid", "ident", "isbn", "ean", "gtin");
    private static final Set<String> TIME_WORDS =
            Set.of("time", "date", "datetime", "timestamp", "day", "hour", "month", "year");

    private final int index;
    private final String name;
    private final FieldSpec field;
    private final CellType type;
    private final List<byte[]> nulls;
    private final List<String> words;
    final ValueHash hash = new ValueHash();
    boolean blank;
    private boolean everBlank;

    public KeyColumn(int index, String name, FieldSpec field) {
        this.index = index;
        this.name = name;
        this.field = field;
        this.type = CellTypes.of(field);
        this.nulls = (field.nulls() == null ? MappingSpec.DEFAULT_NULLS : Set.copyOf(field.nulls()))
                .stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
        this.words = Arrays.asList(name.replaceAll("(\\p{Ll}|\\p{N})(\\p{Lu})", "$1 $2")
                .toLowerCase(Locale.ROOT)
                .split("[^\\p{L}\\p{N}]+", -1));
    }

    public String name() {
        return name;
    }

    public int index() {
        return index;
    }

    public boolean isCalledId() {
        return name.equalsIgnoreCase("id") || name.equalsIgnoreCase("_id");
    }

    public boolean isCalledKey() {
        return words.stream().anyMatch(KEY_WORDS::contains);
    }

    public boolean isCalledTime() {
        return words.stream().anyMatch(TIME_WORDS::contains);
    }

    /** Returns whether equal values have equal hashes, and the value can be an id. */
    public boolean canBeKey() {
        return !NO_KEYS.contains(field.type()) && !name.isBlank() && !name.startsWith("$");
    }

    /** Returns whether its type is one of identifiers. */
    public boolean isIdentifying() {
        return field.type() != FieldType.INSTANT && field.type() != FieldType.DATE;
    }

    /** Reads the value of the record. */
    void read(CsvRecord record) {
        blank = index >= record.cellCount();
        if (blank) {
            everBlank = true;
            return;
        }
        byte[] bytes = record.array(index);
        int from = record.start(index);
        int to = from + record.length(index);
        for (byte[] marker : nulls) {
            blank = blank || Arrays.equals(marker, 0, marker.length, bytes, from, to);
        }
        everBlank |= blank;
        hash.hash = 0;
        if (!blank) {
            type.put(bytes, from, to, ANY_NAME, hash);
        }
    }

    /** Returns whether the value of some record was blank. */
    public boolean wasBlank() {
        return everBlank;
    }
}
