package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.DocumentSink;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.ValueSink;
import java.util.List;
import java.util.Set;

/** A document within the document; left out where all its members are. */
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
