package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.mapping.render.DocumentSink;
import dev.mongohaul.mapping.render.RefusedDocumentException;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.Excerpt;
import java.util.List;

/**
 * Makes a document of each record, or a reject that says why not. For one thread; {@link Mapping} makes them.
 *
 * <p>What it gives is immutable and stays valid. Cells beyond the header's columns are not looked at. Whether a document
 * is too large for a server is for its writer to tell.
 *
 * @param <D> what documents are rendered as
 */
public final class DocumentMapper<D> {

    private final List<String> columns;
    private final List<CellType> types;
    private final List<BlankCells> blankCells;
    private final RecordPart[] parts;
    private final DocumentSink<D> sink;

    DocumentMapper(
            List<String> columns,
            List<CellType> types,
            List<BlankCells> blankCells,
            List<RecordPart> parts,
            DocumentSink<D> sink) {
        this.columns = columns;
        this.types = types;
        this.blankCells = blankCells;
        this.parts = parts.toArray(new RecordPart[0]);
        this.sink = sink;
    }

    /**
     * The record's document or reject: no record's content makes an exception.
     *
     * @throws IllegalArgumentException where ids are generated and the record lies beyond
     *     {@link GeneratedIds#OFFSET_LIMIT}
     */
    public MappedItem<D> map(CsvItem item) {
        if (item instanceof CsvRecord record) {
            return mapRecord(record);
        }
        MalformedRecord malformed = (MalformedRecord) item;
        boolean named = malformed.column() > 0 && malformed.column() <= columns.size();
        return UnmappedRecord.malformed(malformed, named ? columns.get(malformed.column() - 1) : null);
    }

    private MappedItem<D> mapRecord(CsvRecord record) {
        sink.begin();
        for (RecordPart part : parts) {
            int refused = part.write(record, sink);
            if (refused != RecordPart.NONE) {
                return refusedCell(record, refused);
            }
        }
        try {
            return new MappedDocument<>(record, sink.finish());
        } catch (RefusedDocumentException e) {
            return UnmappedRecord.document(record, e);
        }
    }

    private UnmappedRecord<D> refusedCell(CsvRecord record, int column) {
        if (column >= record.cellCount()) {
            return UnmappedRecord.cell(record, column, columns.get(column), null, "is missing, and _id is made of it");
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        String why = blankCells.get(column).contains(bytes, from, to)
                ? "is blank, and _id is made of it"
                : types.get(column).refusal(bytes, from, to);
        return UnmappedRecord.cell(record, column, columns.get(column), Excerpt.of(bytes, from, to), why);
    }
}
