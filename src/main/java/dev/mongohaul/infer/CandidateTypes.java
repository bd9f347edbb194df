package dev.mongohaul.infer;

import dev.mongohaul.infer.KeyColumn.ValueHash;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.mapping.type.DateFormat;
import dev.mongohaul.mapping.type.FieldName;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.ValueSink;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Types that a column may have, the most specific first. A column of none of them is text. */
final class CandidateTypes {

    /** Whole numbers that are also days; never chosen, only mentioned. */
    static final String COMPACT_DATE = "yyyyMMdd";

    private static final List<FieldSpec> TABLE = List.of(
            FieldSpec.of(FieldType.INT32),
            FieldSpec.of(FieldType.INT64),
            FieldSpec.of(FieldType.DECIMAL),
            new FieldSpec(null, FieldType.DECIMAL, true, null, null, null, null),
            FieldSpec.of(FieldType.BOOLEAN),
            FieldSpec.of(FieldType.INSTANT),
            date("yyyy-MM-dd"),
            date("yyyy-MM-dd HH:mm:ss"),
            date("yyyy-MM-dd HH:mm:ss.SSS"),
            date("yyyy-MM-dd HH:mm"),
            date("yyyy-MM-dd'T'HH:mm:ss"),
            date("yyyy-MM-dd'T'HH:mm:ss.SSS"),
            date("yyyy-MM-dd'T'HH:mm"),
            date("yyyy/MM/dd"),
            date("yyyy/MM/dd HH:mm:ss"),
            date("dd.MM.yyyy"),
            date("d.M.yyyy"),
            date("dd.MM.yyyy HH:mm"),
            date("dd.MM.yyyy HH:mm:ss"),
            date("MM/dd/yyyy"),
            date("dd/MM/yyyy"),
            date("M/d/yyyy"),
            date("d/M/yyyy"),
            date("MM/dd/yyyy HH:mm"),
            date("dd/MM/yyyy HH:mm"),
            date("MM/dd/yyyy HH:mm:ss"),
            date("dd/MM/yyyy HH:mm:ss"),
            date("M/d/yyyy H:mm"),
            date("d/M/yyyy H:mm"),
            date("MM-dd-yyyy"),
            date("dd-MM-yyyy"),
            date("d-MMM-yyyy"),
            date("d MMM yyyy"),
            date("MMM d, yyyy"),
            date("MMMM d, yyyy"),
            date(COMPACT_DATE),
            FieldSpec.of(FieldType.OBJECTID),
            FieldSpec.of(FieldType.UUID),
            FieldSpec.of(FieldType.JSON));

    private CandidateTypes() {}

    private static FieldSpec date(String pattern) {
        DateFormat format = new DateFormat(pattern, ZoneOffset.UTC, Locale.ENGLISH);
        return new FieldSpec(null, FieldType.DATE, false, format, null, null, null);
    }

    /** Creates candidates for one thread, in a new list. */
    static List<Candidate> create(boolean decimalComma) {
        ValueHash nowhere = new ValueHash();
        return TABLE.stream()
                .filter(field -> decimalComma || !field.decimalComma())
                .map(field -> new Candidate(field, CellTypes.of(field), nowhere))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /**
     * Type that a column may have. For one thread.
     *
     * @param nowhere receives the values and drops them
     */
    record Candidate(FieldSpec field, CellType type, ValueSink nowhere) {

        private static final FieldName ANY_NAME = new FieldName("cell");

        /** Returns whether the cell, which is not empty, is of the type. */
        boolean takes(byte[] bytes, int from, int to) {
            // A number or a quoted text is JSON as well, but is not meant as such.
            boolean plausible = field.type() != FieldType.JSON || bytes[from] == '{' || bytes[from] == '[';
            return plausible && type.put(bytes, from, to, ANY_NAME, nowhere);
        }

        boolean isWhole() {
            return field.type() == FieldType.INT32 || field.type() == FieldType.INT64;
        }

        boolean isNumber() {
            return isWhole() || field.type() == FieldType.DECIMAL;
        }

        boolean is(FieldType wanted) {
            return field.type() == wanted;
        }

        /** Returns the pattern of a date; empty for another type. */
        String pattern() {
            return is(FieldType.DATE) ? field.dateOrIso().pattern() : "";
        }
    }
}
