package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.RefusedDocumentException;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Printable;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Mapper of records to documents, or to rejects that say why. For one thread; {@link Mapping} makes them.
 *
 * <p>Documents are immutable and stay valid. Cells beyond the header's columns are ignored. The writer checks the size
 * of documents.
 */
public final class DocumentMapper<D> {

    private static final int MOST_OTHERS = 10;
    private static final FieldName ANY = new FieldName("any");

    private final List<String> columns;
    private final List<CellType> types;
    private final Cells cells;
    private final RecordPart[] parts;
    private final DocumentSink<D> sink;
    private final boolean storesEmptyRows;

    DocumentMapper(
            List<String> columns,
            List<CellType> types,
            Cells cells,
            List<RecordPart> parts,
            DocumentSink<D> sink,
            boolean storesEmptyRows) {
        this.storesEmptyRows = storesEmptyRows;
        this.columns = columns;
        this.types = types;
        this.cells = cells;
        this.parts = parts.toArray(new RecordPart[0]);
        this.sink = sink;
    }

    /**
     * Returns the record's document or reject, or a filtered record for an empty row whose blanks are not stored. The content of
     * a record never causes an exception.
     *
     * @throws IllegalArgumentException if ids are generated and the record is beyond {@link GeneratedIds#OFFSET_LIMIT}
     */
    public MappedItem<D> map(CsvItem item) {
        if (item instanceof CsvRecord record) {
            return mapRecord(record);
        }
        MalformedRecord malformed = (MalformedRecord) item;
        int column = malformed.column();
        String name = column > 0 && column <= columns.size() ? columns.get(column - 1) : null;
        return new UnmappedRecord<>(malformed, MappingStage.MALFORMED, column, name, null, malformed.reason());
    }

    private MappedItem<D> mapRecord(CsvRecord record) {
        if (!storesEmptyRows && record.isEmptyRow()) {
            return new FilteredRecord<>(record);
        }
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
            return new UnmappedRecord<>(record, MappingStage.UNMAPPABLE, 0, null, null, e.reason());
        }
    }

    private UnmappedRecord<D> refusedCell(CsvRecord record, int column) {
        byte[] text = cells.content(record, column);
        String value = text == null ? null : CellType.excerpt(text, 0, text.length);
        int first = cells.columnsOf(column).get(0);
        return UnmappedRecord.cell(
                record, first, columns.get(first), value, why(record, column) + others(record, column));
    }

    private String why(CsvRecord record, int column) {
        byte[] text = cells.content(record, column);
        if (text == null || cells.isBlank(record, column)) {
            return (text == null && !cells.areJoined(column) ? "is missing" : "is blank")
                    + whyNotBlank(column)
                    + joined(record, column);
        }
        String refusal = types.get(column).refusal(text, 0, text.length) + joined(record, column);
        return isRefusedForBlanks(column, text)
                ? refusal + "; the blanks around it are the cause: source.trim leaves them out"
                : refusal;
    }

    private String whyNotBlank(int column) {
        byte[] cell = cells.defaultOf(column);
        if (cell != null) {
            return ", and its default, \"" + CellType.excerpt(cell, 0, cell.length) + "\", "
                    + types.get(column).refusal(cell, 0, cell.length);
        }
        return cells.required().contains(column) ? ", and a value is required" : ", and _id is made of it";
    }

    /** Returns the names of the columns whose cells are joined; blank text for others. */
    private String joined(CsvRecord record, int column) {
        return cells.areJoined(column)
                ? cells.columnsOf(column).stream()
                        .map(source -> '"'
                                + Printable.excerpt(columns.get(source))
                                + '"'
                                + (cells.isBlank(record, column, source) ? " (blank)" : ""))
                        .collect(Collectors.joining(" and ", "; it is joined from the columns ", ""))
                : "";
    }

    private boolean isRefusedForBlanks(int column, byte[] bytes) {
        int begin = 0;
        int end = bytes.length;
        while (begin < end && isBlank(bytes[begin])) {
            begin++;
        }
        while (end > begin && isBlank(bytes[end - 1])) {
            end--;
        }
        if (end - begin == bytes.length) {
            return false;
        }
        sink.begin();
        return cells.blanks().get(column).contains(bytes, begin, end)
                || types.get(column).put(bytes, begin, end, ANY, sink);
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t';
    }

    /** Returns the record's other errors without the cells, so that records with the same errors share one reason. */
    private String others(CsvRecord record, int first) {
        SortedSet<Integer> refused = new TreeSet<>();
        for (RecordPart part : parts) {
            part.addRefused(record, sink, refused);
        }
        refused.remove(first);
        StringBuilder text = new StringBuilder();
        refused.stream().limit(MOST_OTHERS).forEach(column -> {
            int source = cells.columnsOf(column).get(0);
            text.append("; column %d, \"%s\", %s"
                    .formatted(source + 1, Printable.excerpt(columns.get(source)), why(record, column)));
        });
        if (refused.size() > MOST_OTHERS) {
            int more = refused.size() - MOST_OTHERS;
            text.append("; %,d more %s refused".formatted(more, more == 1 ? "column is" : "columns are"));
        }
        return text.toString();
    }
}
