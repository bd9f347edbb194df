package dev.mongohaul.job;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.MappingStage;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Operation of each record: one for all, or named by a column. Immutable. */
public final class RecordOperations {

    private static final int NO_COLUMN = -1;

    private final int column;
    private final String name;
    private final Map<String, WriteOperation> values;
    private final byte[][] cells;
    private final WriteOperation[] meanings;
    private final BsonDocument scope;

    private RecordOperations(int column, String name, Map<String, WriteOperation> values, BsonDocument scope) {
        this.column = column;
        this.scope = scope;
        this.name = name;
        this.values = values;
        this.cells = values.keySet().stream()
                .map(cell -> cell.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.meanings = values.values().toArray(new WriteOperation[0]);
    }

    /** Returns the operations of an input with this header, which has the column. */
    static RecordOperations of(Operation operation, BsonDocument scope, List<String> header) {
        if (operation instanceof Operation.ByColumn byColumn) {
            return new RecordOperations(header.indexOf(byColumn.column()), byColumn.column(), byColumn.values(), scope);
        }
        WriteOperation all = operation.types().iterator().next();
        return new RecordOperations(NO_COLUMN, "", Map.of("", all), scope);
    }

    /** Returns the item, or a reject if its record names no operation, or its document is out of the job's scope. */
    <D> MappedItem<D> check(MappedItem<D> item, Rendering<D> rendering) {
        if (!(item instanceof MappedDocument<D> document)) {
            return item;
        }
        if (!scope.isEmpty()) {
            return inScope(document, rendering);
        }
        if (column == NO_COLUMN) {
            return item;
        }
        CsvRecord record = document.source();
        return find(record) == null
                ? UnmappedRecord.cell(
                        record, column, name, cell(record), "does not say what is to be done: write " + words())
                : item;
    }

    private <D> MappedItem<D> inScope(MappedDocument<D> item, Rendering<D> rendering) {
        RawBsonDocument document = rendering.encode(item.content());
        for (Map.Entry<String, BsonValue> field : scope.entrySet()) {
            BsonValue value = MatchFilter.valueAt(document, field.getKey());
            if (value == null || BsonOrder.INSTANCE.compare(value, field.getValue()) != 0) {
                return new UnmappedRecord<>(
                        item.source(),
                        MappingStage.UNMAPPABLE,
                        0,
                        null,
                        null,
                        "the document is outside of snapshot.within: %s is %s, and the job takes %s only"
                                .formatted(field.getKey(), shown(value), shown(field.getValue())));
            }
        }
        return item;
    }

    private static String shown(@Nullable BsonValue value) {
        String json = new BsonDocument("", value == null ? BsonNull.VALUE : value).toJson();
        return value == null ? "missing" : Printable.excerpt(json.substring("{\"\": ".length(), json.length() - 1));
    }

    /**
     * Returns the operation of the record.
     *
     * @throws IllegalArgumentException if the record names none
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
                .map(value ->
                        "%s to %s".formatted(value.getKey(), value.getValue().word()))
                .collect(Collectors.joining(", "));
    }
}
