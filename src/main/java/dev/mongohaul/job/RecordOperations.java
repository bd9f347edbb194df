package dev.mongohaul.job;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.mapping.MappedItem.UnmappedRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.writer.delivery.WriteOperation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is done with each record's document: the same with all, or what a column says. Immutable, for any threads. */
public final class RecordOperations {

    private static final int NO_COLUMN = -1;

    private final int column;
    private final String name;
    private final Map<String, WriteOperation> values;
    private final byte[][] cells;
    private final WriteOperation[] meanings;

    private RecordOperations(int column, String name, Map<String, WriteOperation> values) {
        this.column = column;
        this.name = name;
        this.values = values;
        this.cells = values.keySet().stream()
                .map(cell -> cell.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.meanings = values.values().toArray(new WriteOperation[0]);
    }

    /** Of an input whose header has the column, as a mapping of it makes sure. */
    static RecordOperations of(Operation operation, List<String> header) {
        if (operation instanceof Operation.ByColumn byColumn) {
            return new RecordOperations(header.indexOf(byColumn.column()), byColumn.column(), byColumn.values());
        }
        return new RecordOperations(NO_COLUMN, "", Map.of("", ((Operation.Fixed) operation).type()));
    }

    /** The item itself, or a reject where its record does not say what is to be done with it. */
    public <D> MappedItem<D> check(MappedItem<D> item) {
        if (column == NO_COLUMN || !(item instanceof MappedDocument<D> document)) {
            return item;
        }
        CsvRecord record = document.source();
        return find(record) == null
                ? UnmappedRecord.cell(
                        record, column, name, cell(record), "does not say what is to be done: write " + words())
                : item;
    }

    /**
     * What is to be done with the record's document.
     *
     * @throws IllegalArgumentException where the record does not say it
     */
    public WriteOperation of(CsvRecord record) {
        WriteOperation operation = column == NO_COLUMN ? meanings[0] : find(record);
        if (operation == null) {
            throw new IllegalArgumentException("a record that was to be rejected");
        }
        return operation;
    }

    private @Nullable WriteOperation find(CsvRecord record) {
        if (column >= record.cellCount()) {
            return null;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        for (int index = 0; index < cells.length; index++) {
            byte[] cell = cells[index];
            if (Arrays.equals(bytes, from, to, cell, 0, cell.length)) {
                return meanings[index];
            }
        }
        return null;
    }

    private @Nullable String cell(CsvRecord record) {
        if (column >= record.cellCount()) {
            return null;
        }
        int from = record.start(column);
        return CellType.excerpt(record.array(column), from, from + record.length(column));
    }

    private String words() {
        return values.entrySet().stream()
                .map(value -> "%s to %s"
                        .formatted(value.getKey(), value.getValue().name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
    }
}
