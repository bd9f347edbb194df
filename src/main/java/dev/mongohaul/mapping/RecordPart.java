package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.Blanks;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.DocumentSink;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Writes its part of the document that a record becomes. Of one mapper, for one thread. */
interface RecordPart {

    /** No column was refused. */
    int NONE = -1;

    /** Writes the part, or gives the index of the column whose cell is refused; the document is then forgotten. */
    int write(CsvRecord record, ValueSink sink);

    /** Adds the index of every column whose cell is refused; the document in the sink is lost. */
    default void addRefused(CsvRecord record, DocumentSink<?> sink, Set<Integer> columns) {
        sink.begin();
        int refused = write(record, sink);
        if (refused != NONE) {
            columns.add(refused);
        }
    }

    /** The field of one column. */
    static final class CellPart implements RecordPart {

        private static final byte[] NO_TEXT = new byte[0];

        private final int column;
        private final FieldName name;
        private final CellType type;
        private final BlankCells blankCells;
        private final Blanks blanks;

        CellPart(int column, FieldName name, CellType type, BlankCells blankCells, Blanks blanks) {
            this.column = column;
            this.name = name;
            this.type = type;
            this.blankCells = blankCells;
            this.blanks = blanks;
        }

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            if (column >= record.cellCount()) {
                writeBlank(NO_TEXT, 0, 0, sink);
                return NONE;
            }
            byte[] bytes = record.array(column);
            int from = record.start(column);
            int to = from + record.length(column);
            if (blankCells.contains(bytes, from, to)) {
                writeBlank(bytes, from, to, sink);
                return NONE;
            }
            return type.put(bytes, from, to, name, sink) ? NONE : column;
        }

        private void writeBlank(byte[] bytes, int from, int to, ValueSink sink) {
            switch (blanks) {
                case OMIT -> {}
                case STORE_NULL -> sink.putNull(name);
                case TEXT -> sink.putString(name, bytes, from, to);
            }
        }
    }

    /** {@code _id}, or its part, of one column: a blank cell is refused, whatever the mapping makes of blank ones. */
    static final class IdCellPart implements RecordPart {

        private final int column;
        private final FieldName name;
        private final CellType type;
        private final BlankCells blankCells;

        IdCellPart(int column, FieldName name, CellType type, BlankCells blankCells) {
            this.column = column;
            this.name = name;
            this.type = type;
            this.blankCells = blankCells;
        }

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            if (column >= record.cellCount()) {
                return column;
            }
            byte[] bytes = record.array(column);
            int from = record.start(column);
            int to = from + record.length(column);
            boolean written = !blankCells.contains(bytes, from, to) && type.put(bytes, from, to, name, sink);
            return written ? NONE : column;
        }
    }

    /** A constant's field: the record's cells are not looked at, and need not be there. */
    record ConstantPart(FieldName name, CellType constant) implements RecordPart {

        private static final byte[] NO_CELL = new byte[0];

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            constant.put(NO_CELL, 0, 0, name, sink);
            return NONE;
        }
    }

    /** {@code _id} of the record's offset. */
    record GeneratedIdPart(FieldName name, GeneratedIds ids) implements RecordPart {

        @Override
        public int write(CsvRecord record, ValueSink sink) {
            sink.putObjectId(name, ids.seconds(), ids.low(record.location().offset()));
            return NONE;
        }
    }

    /** A document within the document; left out where all its members are. */
    static final class NestedPart implements RecordPart {

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

    /** Tells the cells that are blank: those equal, byte for byte, to one of a mapping's nulls. */
    static final class BlankCells {

        private final boolean empty;
        private final byte[][] others;

        BlankCells(Set<String> nulls) {
            this.empty = nulls.contains("");
            this.others = nulls.stream()
                    .filter(text -> !text.isEmpty())
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }

        boolean contains(byte[] bytes, int from, int to) {
            if (from == to) {
                return empty;
            }
            for (byte[] other : others) {
                if (other.length == to - from && Arrays.equals(other, 0, other.length, bytes, from, to)) {
                    return true;
                }
            }
            return false;
        }
    }
}
