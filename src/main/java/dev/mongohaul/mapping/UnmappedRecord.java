package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.MalformedRecord;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.Excerpt;
import dev.mongohaul.mapping.type.RefusedDocumentException;
import org.jspecify.annotations.Nullable;

/**
 * A record given up before it reached the server.
 *
 * @param column the column at fault, from 1; 0 where it is the record as a whole
 * @param columnName null where it is the record as a whole
 * @param value the beginning of the cell at fault, at most {@value Excerpt#HIGHEST_LENGTH} characters; null where there
 *     is none
 * @param reason what is wrong and what is allowed, in one line, for the person who has to mend the record
 * @param <D> what documents are rendered as; a reject has none
 */
public record UnmappedRecord<D>(
        CsvItem source,
        Stage stage,
        int column,
        @Nullable String columnName,
        @Nullable String value,
        String reason) implements MappedItem<D> {

    /** How far a record came. */
    public enum Stage {
        /** It breaks the rules of CSV: its cells are unknown. */
        MALFORMED,
        /** A cell is no value of its field's type, or the document cannot be. */
        UNMAPPABLE
    }

    static <D> UnmappedRecord<D> malformed(MalformedRecord source, @Nullable String columnName) {
        return new UnmappedRecord<>(source, Stage.MALFORMED, source.column(), columnName, null, source.reason());
    }

    /** A cell is refused; {@code why} is the rest of a sentence that begins with it. */
    public static <D> UnmappedRecord<D> cell(
            CsvRecord source, int index, String columnName, @Nullable String value, String why) {
        String subject = value == null ? "the cell" : '"' + value + '"';
        return new UnmappedRecord<>(source, Stage.UNMAPPABLE, index + 1, columnName, value, subject + " " + why);
    }

    /** All cells are values of their types, but no document. */
    static <D> UnmappedRecord<D> document(CsvRecord source, RefusedDocumentException refused) {
        return new UnmappedRecord<>(source, Stage.UNMAPPABLE, 0, null, null, refused.reason());
    }
}
