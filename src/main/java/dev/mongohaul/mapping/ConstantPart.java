package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;

/** A constant's field: the record's cells are not looked at, and need not be there. */
record ConstantPart(FieldName name, CellType constant) implements RecordPart {

    private static final byte[] NO_CELL = new byte[0];

    @Override
    public int write(CsvRecord record, ValueSink sink) {
        constant.put(NO_CELL, 0, 0, name, sink);
        return NONE;
    }
}
