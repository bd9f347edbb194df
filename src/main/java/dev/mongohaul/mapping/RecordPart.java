package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.FixedValue;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.type.CellType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writer of one part of the document of a record. Belongs to one mapper, for one thread. */
sealed interface RecordPart {

    /** No column was refused. */
    int NONE = -1;

    /** Writes the part. Returns {@link #NONE}, or the index of the refused column; the document is then discarded. */
    int write(CsvRecord record, ValueSink sink);

    /** Writes the field of a blank cell; refuses the column if there is no way of it, as in {@code _id}. */
    private static int writeBlank(
            @Nullable Blanks blanks, int column, FieldName name, byte[] bytes, int from, int to, ValueSink sink) {
        if (blanks == null) {
            return column;
        }
        switch (blanks) {
            case OMIT -> {}
            case STORE_NULL -> sink.putNull(name);
            case TEXT -> sink.putString(name, bytes, from, to);
        }
        return NONE;
    }

    /** Adds the index of every column whose cell is refused, and discards the document in the sink. */
    default void addRefused(CsvRecord record, DocumentSink<?> sink, Set<Integer> columns) {
        sink.begin();
        int refused = write(record, sink);
        if (refused != NONE) {
            columns.add(refused);
        }
    }

    /** The field of one column, or its part of {@code _id}. */
    final class CellPart implements RecordPart {

        private static final byte[] NO_TEXT = new byte[0];

        private final int column;
        private final FieldName name;
        private final CellType type;
        private final BlankCells blankCells;
        private final byte @Nullable [] defaultCell;
        private final @Nullable Blanks blanks;

        /** @param blanks null refuses blank cells, as in {@code _id} */
        CellPart(int column, FieldName name, CellType type, Cells cells, @Nullable Blanks blanks) {
            this.column = column;
            this.name = name;
            this.type = type;
            this.blankCells = cells.blanks().get(column);
            this.defaultCell = cells.defaultOf(column);
            this.blanks = blanks;
        }

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            if (column >= record.cellCount()) {
                return blank(NO_TEXT, 0, 0, sink);
            }
            byte[] bytes = record.array(column);
            int from = record.start(column);
            int to = from + record.length(column);
            if (blankCells.contains(bytes, from, to)) {
                return blank(bytes, from, to, sink);
            }
            return type.put(bytes, from, to, name, sink) ? NONE : column;
        }

        private int blank(byte[] bytes, int from, int to, ValueSink sink) {
            return defaultCell == null
                    ? writeBlank(blanks, column, name, bytes, from, to, sink)
                    : type.put(defaultCell, 0, defaultCell.length, name, sink) ? NONE : column;
        }
    }

    /**
     * The field of several columns, whose cells are joined.
     *
     * @param blanks null refuses blank cells, as in {@code _id}
     */
    record JoinedPart(
            int column,
            FieldName name,
            CellType type,
            Cells cells,
            @Nullable Blanks blanks) implements RecordPart {

        private static final byte[] NO_TEXT = new byte[0];

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            byte[] text = cells.content(record, column);
            if (text == null) {
                text = cells.defaultOf(column);
            }
            if (text != null) {
                return type.put(text, 0, text.length, name, sink) ? NONE : column;
            }
            return writeBlank(blanks, column, name, NO_TEXT, 0, 0, sink);
        }
    }

    /** The cell of a column that the document does not have, and that may be refused. */
    record SkippedPart(RecordPart part, DocumentSink<?> scratch) implements RecordPart {

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            scratch.begin();
            return part.write(record, scratch);
        }
    }

    /** The field of a constant, which does not depend on the record. */
    record ConstantPart(FieldName name, CellType constant) implements RecordPart {

        private static final byte[] NO_CELL = new byte[0];

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            constant.put(NO_CELL, 0, 0, name, sink);
            return NONE;
        }
    }

    /**
     * The field of an origin that all records of an input have. It makes no objects for a record.
     *
     * @param values of each input, or one for all
     */
    record OriginPart(FieldName name, List<FixedValue> values) implements RecordPart {

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            sink.putFixed(
                    name, values.get(values.size() == 1 ? 0 : record.location().input()));
            return NONE;
        }
    }

    /** The field of the record's line. */
    record LinePart(FieldName name) implements RecordPart {

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            sink.putInt64(name, record.location().line());
            return NONE;
        }
    }

    /** An {@code _id} made of the record's offset. */
    record GeneratedIdPart(FieldName name, GeneratedIds ids) implements RecordPart {

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            sink.putObjectId(name, ids.seconds(), ids.low(record.location().offset()));
            return NONE;
        }
    }

    /** A nested document, left out if all its members are. */
    final class NestedPart implements RecordPart {

        private final FieldName name;
        private final RecordPart[] members;

        NestedPart(FieldName name, List<RecordPart> members) {
            this.name = name;
            this.members = members.toArray(new RecordPart[0]);
        }

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            sink.startDocument(name);
            for (RecordPart member : members) {
                int refused = member.write(record, sink);
                if (refused != NONE) {
                    return refused;
                }
            }
            sink.endDocument();
            return NONE;
        }

        @Override
        public void addRefused(CsvRecord record, DocumentSink<?> sink, Set<Integer> columns) {
            for (RecordPart member : members) {
                member.addRefused(record, sink, columns);
            }
        }
    }
}
