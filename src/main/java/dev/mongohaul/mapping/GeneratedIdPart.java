package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;

/** {@code _id} of the record's offset. */
record GeneratedIdPart(FieldName name, GeneratedIds ids) implements RecordPart {

    @Override
    public int write(CsvRecord record, ValueSink sink) {
        sink.putObjectId(name, ids.seconds(), ids.low(record.location().offset()));
        return NONE;
    }
}
