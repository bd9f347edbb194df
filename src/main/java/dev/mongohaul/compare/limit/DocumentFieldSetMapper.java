package dev.mongohaul.compare.limit;

import dev.mongohaul.job.content.ContentColumn;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.file.mapping.FieldSetMapper;
import org.springframework.batch.infrastructure.item.file.transform.FieldSet;

/** Makes documents of lines: a field for each column, read by the FieldSet's own methods where it has one. */
final class DocumentFieldSetMapper implements FieldSetMapper<Document> {

    private final List<ContentColumn> columns;

    DocumentFieldSetMapper(List<ContentColumn> columns) {
        this.columns = columns;
    }

    @Override
    public Document mapFieldSet(FieldSet fields) {
        Document document = new Document();
        for (ContentColumn column : columns) {
            String text = fields.readString(column.name());
            if (text != null && !text.isEmpty()) {
                Object value = value(fields, column, text);
                column.fields().forEach(path -> put(document, path, value));
            }
        }
        return document;
    }

    /** Types that take more than a line of code stay text. */
    private static @Nullable Object value(FieldSet fields, ContentColumn column, String text) {
        String name = column.name();
        return switch (column.type()) {
            case "int32" -> fields.readInt(name);
            case "int64" -> fields.readLong(name);
            case "double" -> fields.readDouble(name);
            case "decimal" -> fields.readBigDecimal(name);
            case "boolean" -> fields.readBoolean(name);
            case "instant" -> Date.from(Instant.parse(text));
            case "objectid" -> new ObjectId(text);
            case "uuid" -> UUID.fromString(text);
            default -> text;
        };
    }

    private static void put(Document document, String path, @Nullable Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            document.put(path, value);
            return;
        }
        Document nested = (Document) document.computeIfAbsent(path.substring(0, dot), any -> new Document());
        put(nested, path.substring(dot + 1), value);
    }
}
