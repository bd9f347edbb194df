package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;

/** {@code _id}, or its part, of one column: a blank cell is refused, whatever the mapping makes of blank ones. */
final class IdCellPart implements RecordPart {

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
