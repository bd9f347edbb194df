package dev.mongohaul.job.infer.key;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.job.infer.column.ValueHash;
import dev.mongohaul.mapping.layout.CellTypes;
import dev.mongohaul.mapping.render.FieldName;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.type.CellType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A column as a part of keys: the value that it has in the present record, as a hash. For one thread. */
final class KeyColumn {

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
    private final ValueHash hash = new ValueHash();
    private boolean blank;
    private boolean everBlank;

    KeyColumn(int index, String name, FieldSpec field) {
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

    String name() {
        return name;
    }

    int index() {
        return index;
    }

    boolean isCalledId() {
        return name.equalsIgnoreCase("id") || name.equalsIgnoreCase("_id");
    }

    boolean isCalledKey() {
        return words.stream().anyMatch(KEY_WORDS::contains);
    }

    boolean isCalledTime() {
        return words.stream().anyMatch(TIME_WORDS::contains);
    }

    /** Whether equal values have equal hashes, and a document can have it for its id. */
    boolean canBeKey() {
        return field.type() != FieldType.DECIMAL
                && field.type() != FieldType.JSON
                && field.type() != FieldType.BOOLEAN
                && !name.isBlank()
                && !name.startsWith("$");
    }

    /** Whether it is of a type that identifiers have. */
    boolean isIdentifying() {
        return field.type() != FieldType.INSTANT && field.type() != FieldType.DATE;
    }

    /** Makes the record the present one. */
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
        hash.clear();
        if (!blank) {
            type.put(bytes, from, to, ANY_NAME, hash);
        }
    }

    boolean isBlank() {
        return blank;
    }

    /** Whether some record that was read has nothing in it. */
    boolean wasBlank() {
        return everBlank;
    }

    long hash() {
        return hash.hash();
    }
}
