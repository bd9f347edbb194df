package dev.mongohaul.mapping.spec;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Type of a field: the form of its cells, and their value in the document. */
public enum FieldType {
    /** An int32, int64 or double where nothing of the text is lost by it, else a string. */
    AUTO("int", "long", "double", "string"),
    /** The text as it is, its spaces included. */
    STRING("string"),
    /** A whole number of 32 bits. */
    INT32("int"),
    /** A whole number of 64 bits. */
    INT64("long"),
    /** The nearest IEEE 754 double. */
    DOUBLE("double"),
    /** A Decimal128 of at most 34 digits, exactly as written. */
    DECIMAL("decimal"),
    /** True or false, in one of several spellings. */
    BOOLEAN("bool"),
    /** A date of an ISO-8601 instant with its offset. */
    INSTANT("date"),
    /** A date of a local date, with a pattern, a zone and a locale; or of seconds or milliseconds since 1970. */
    DATE("date"),
    /** An ObjectId of 24 hexadecimal digits. */
    OBJECTID("objectId"),
    /** A UUID, subtype 4. */
    UUID("binData"),
    /** Bytes, written in base64 or in hexadecimal digits. */
    BINARY("binData"),
    /** Values of one other type between separators. */
    ARRAY("array"),
    /** A value in JSON. */
    JSON,
    /** The same value in every document. */
    CONSTANT,
    /** Where the record comes from. */
    SOURCE;

    private static final Set<FieldType> OF_SEVERAL = EnumSet.of(ARRAY, JSON, CONSTANT, SOURCE);

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<String> bsonTypes;

    FieldType(String... bsonTypes) {
        this.bsonTypes = List.of(bsonTypes);
    }

    /** Returns the types of its values, as {@code $jsonSchema} names them; none if the type alone does not say. */
    public List<String> bsonTypes() {
        return bsonTypes;
    }

    /** Returns whether an array can have elements of it. */
    public boolean isElement() {
        return !OF_SEVERAL.contains(this);
    }

    /** Returns whether its values are those of cells, so that the file needs the column. */
    public boolean hasCells() {
        return this != CONSTANT && this != SOURCE;
    }

    /** Returns whether its cells are numbers and nothing else. */
    public boolean isNumber() {
        return this == INT32 || this == INT64 || hasFraction();
    }

    /** Returns whether its values have an order, so that {@code min} and {@code max} mean something for it. */
    public boolean isOrdered() {
        return isNumber() || this == INSTANT || this == DATE;
    }

    /** Returns whether its cells are numbers with decimals, so that {@code decimal-comma} means something for it. */
    public boolean hasFraction() {
        return this == DOUBLE || this == DECIMAL;
    }

    /** Returns the type's name in a job file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns why an option of other types is refused, as the end of a sentence. */
    String hasNo(String others) {
        return "belongs to " + others + " and means nothing for " + word() + ": leave it out, or change the type";
    }
}
