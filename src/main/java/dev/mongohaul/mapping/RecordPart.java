package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.render.ValueSink;

/** Writes its part of the document that a record becomes. Of one mapper, for one thread. */
interface RecordPart {

    /** No column was refused. */
    int NONE = -1;

    /** Writes the part, or gives the index of the column whose cell is refused; the document is then forgotten. */
    int write(CsvRecord record, ValueSink sink);
}
