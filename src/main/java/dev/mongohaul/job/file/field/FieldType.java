package dev.mongohaul.job.file.field;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a column's cells become in a document. */
public enum FieldType {
    /** int32, int64 or double where nothing of the text is lost, else string. */
    AUTO,
    /** The text as it is. */
    STRING,
    /** A whole number of 32 bits. */
    INT32,
    /** A whole number of 64 bits. */
    INT64,
    /** A binary floating-point number of 64 bits. */
    DOUBLE,
    /** A Decimal128: up to 34 digits, nothing rounded. */
    DECIMAL,
    /** True or false. */
    BOOLEAN,
    /** A point in time, written as ISO-8601 with an offset. */
    INSTANT,
    /** A point in time, written by a pattern, or as seconds or milliseconds since 1970. */
    DATE,
    /** An ObjectId of 24 hexadecimal digits. */
    OBJECTID,
    /** A UUID, stored as subtype 4. */
    UUID,
    /** Bytes. */
    BINARY,
    /** Several values in one cell. */
    ARRAY,
    /** A value written as JSON. */
    JSON,
    /** The same value in every document, whatever the cell. */
    CONSTANT;

    private static final Set<FieldType> OF_SEVERAL = EnumSet.of(ARRAY, JSON, CONSTANT);

    /** Whether an array can be made of it. */
    boolean isElement() {
        return !OF_SEVERAL.contains(this);
    }

    /** Whether {@code decimal-comma} means something for it. */
    boolean hasFraction() {
        return this == DOUBLE || this == DECIMAL;
    }

    /** The word for it in a job file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
