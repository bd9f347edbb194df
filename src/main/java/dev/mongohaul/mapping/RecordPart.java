package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.DocumentSink;
import dev.mongohaul.mapping.type.ValueSink;
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
}
