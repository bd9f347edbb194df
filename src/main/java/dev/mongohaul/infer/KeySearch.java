package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.Sample.ItemVisitor;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonBinarySubType;

/** Test of keys on record after record; when there are too many values, the least likely key is dropped. */
final class KeySearch implements ItemVisitor {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    /** Values held at once: at most 64 MiB of hashes, because a set that grew last uses a third of its memory. */
    static final int MOST_VALUES = 2_900_000;

    private final List<KeyColumn> columns;
    private final List<KeyTrial> trials;
    private final boolean header;
    private final int mostValues;
    private long held;
    private long records;
    private boolean full;

    /** @param header whether the first record of an input is a header */
    KeySearch(List<KeyColumn> columns, List<KeyTrial> trials, boolean header, int mostValues) {
        this.columns = columns;
        this.trials = trials;
        this.header = header;
        this.mostValues = mostValues;
    }

    @Override
    public void visit(CsvItem item, boolean first) {
        if (full || (first && header) || !(item instanceof CsvRecord record)) {
            return;
        }
        records++;
        for (KeyColumn column : columns) {
            column.read(record);
        }
        for (KeyTrial trial : trials) {
            held += trial.add();
        }
        if (held > mostValues) {
            dropLast();
        }
    }

    private void dropLast() {
        List<KeyTrial> left = trials.stream().filter(trial -> !trial.over).toList();
        if (left.size() > 1) {
            held += left.get(left.size() - 1).drop();
        } else {
            full = true;
        }
    }

    /** Returns the number of records read: those of the sample, or the first. */
    long records() {
        return records;
    }

    boolean isFull() {
        return full;
    }

    /** Columns that may be a key, as long as no two records have the same values. */
    static final class KeyTrial {

        private final List<KeyColumn> columns;
        private final boolean counts;
        private LongSet values = new LongSet();
        private long repeated;
        private boolean over;

        /** @param counts whether to count all repetitions, and not to stop at the first */
        KeyTrial(List<KeyColumn> columns, boolean counts) {
            this.columns = List.copyOf(columns);
            this.counts = counts;
        }

        List<KeyColumn> columns() {
            return columns;
        }

        /** Adds the record that the columns have read, and returns by how much the number of held values changes. */
        int add() {
            if (over) {
                return 0;
            }
            int before = values.size();
            long hash = 0;
            for (KeyColumn column : columns) {
                if (column.blank) {
                    return drop();
                }
                hash = Long.rotateLeft(hash * PRIME, 29) ^ column.hash.hash;
            }
            if (!values.add(hash)) {
                repeated++;
                return counts ? 0 : drop();
            }
            return values.size() - before;
        }

        /** Drops the values. */
        int drop() {
            int held = values.size();
            over = true;
            values = new LongSet();
            return -held;
        }

        boolean isOver() {
            return over;
        }

        boolean isUnique() {
            return !over && repeated == 0;
        }

        /** Returns the number of records whose values came before. */
        long repeated() {
            return repeated;
        }

        int distinct() {
            return values.size();
        }
    }

    /** Column of a key, with the hash of its value in the present record. For one thread. */
    static final class KeyColumn {

        private static final Set<FieldType> NO_KEYS = EnumSet.of(FieldType.DECIMAL, FieldType.JSON, FieldType.BOOLEAN);
        private static final FieldName ANY_NAME = new FieldName("cell");
        private static final Set<String> KEY_WORDS = Set.of(
                "id", "key", "code", "no", "nr", "number", "num", "sku", "uuid", "guid", "ident", "isbn", "ean",
                "gtin");
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

            private long hash;

            /** Adds a value by MurmurHash3's finalizer. */
            private void mix(long value) {
                long mixed = (hash ^ value) * PRIME;
                mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
                mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
                hash = (mixed ^ (mixed >>> 33)) + PRIME;
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
}
