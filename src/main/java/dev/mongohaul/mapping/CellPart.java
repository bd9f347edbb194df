package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.Blanks;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;

/** The field of one column. */
final class CellPart implements RecordPart {

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
