package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonBinarySubType;

/** Column of a key, with the hash of its value in the present record. For one thread. */
final class KeyColumn {

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

    KeyColumn(int index, String name, FieldSpec field) {
        this.index = index;
        this.name = name;
        this.field = field;
        this.type = CellType.of(field);
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

    /** Returns whether equal values have equal hashes, and the value can be an id. */
    boolean canBeKey() {
        return !NO_KEYS.contains(field.type()) && !name.isBlank() && !name.startsWith("$");
    }

    /** Returns whether its type is one of identifiers. */
    boolean isIdentifying() {
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
    boolean wasBlank() {
        return everBlank;
    }

    /**
     * Sink that keeps only a 64-bit hash of the values: equal values have equal hashes, also of different texts.
     *
     * <p>Decimals are an exception: {@code 1.0} and {@code 1.00} are equal to a server and not here.
     */
    static final class ValueHash implements ValueSink {

        long hash;

        /** Adds a value by MurmurHash3's finalizer. */
        private void mix(long value) {
            long mixed = (hash ^ value) * KeySearch.PRIME;
            mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
            mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
            hash = (mixed ^ (mixed >>> 33)) + KeySearch.PRIME;
        }

        @Override
        public void putString(FieldName name, byte[] utf8, int from, int to) {
            mixAll(utf8, from, to);
        }

        @Override
        public void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to) {
            mixAll(bytes, from, to);
        }

        private void mixAll(byte[] bytes, int from, int to) {
            mix(to - from);
            long word = 0;
            for (int at = from; at < to; at++) {
                word = word << Byte.SIZE | (bytes[at] & 0xFF);
                if ((at - from) % Long.BYTES == Long.BYTES - 1) {
                    mix(word);
                    word = 0;
                }
            }
            mix(word);
        }

        @Override
        public void putInt32(FieldName name, int value) {
            mix(value);
        }

        @Override
        public void putInt64(FieldName name, long value) {
            mix(value);
        }

        @Override
        public void putDouble(FieldName name, double value) {
            mix(Double.doubleToLongBits(value));
        }

        @Override
        public void putDecimal128(FieldName name, long high, long low) {
            mix(high);
            mix(low);
        }

        @Override
        public void putBoolean(FieldName name, boolean value) {
            mix(value ? 1 : 2);
        }

        @Override
        public void putDateTime(FieldName name, long millis) {
            mix(millis);
        }

        @Override
        public void putObjectId(FieldName name, int high, long low) {
            mix(high);
            mix(low);
        }

        @Override
        public void putNull(FieldName name) {
            mix(0);
        }

        @Override
        public void startDocument(FieldName name) {
            mix(1);
        }

        @Override
        public void endDocument() {
            mix(2);
        }

        @Override
        public void endDocumentEvenIfEmpty() {
            mix(2);
        }

        @Override
        public void startArray(FieldName name) {
            mix(3);
        }

        @Override
        public void endArray() {
            mix(4);
        }
    }
}
