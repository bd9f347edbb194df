package dev.mongohaul.mongo;

/**
 * Closed list of MongoDB error codes by which the server refuses a document, or the change that a document asks for. Every
 * other code stops the import: servers get new states with each version, and hardly any new errors of documents.
 *
 * <p>Codes with a name in MongoDB's {@code src/mongo/base/error_codes.yml} have that name; the others are the numbers of
 * assertions in {@code geo/hash.cpp}, {@code expression_keys_private.cpp}, {@code update_stage.cpp}, {@code upsert_stage.cpp} and
 * other files of the server. docs/writers.md says what each refuses.
 */
public enum DocumentError {
    BAD_VALUE(2),
    FAILED_TO_PARSE(9),
    TYPE_MISMATCH(14),
    /** Too many levels of nesting. */
    OVERFLOW(15),
    INVALID_BSON(22),
    /** An update sets a field within a value that is no document. */
    PATH_NOT_VIABLE(28),
    CANNOT_BACKFILL_ARRAY(34),
    CONFLICTING_UPDATE_OPERATORS(40),
    DOLLAR_PREFIXED_FIELD_NAME(52),
    INVALID_ID_FIELD(53),
    NOT_SINGLE_VALUE_FIELD(54),
    INVALID_DB_REF(55),
    EMPTY_FIELD_NAME(56),
    DOTTED_FIELD_NAME(57),
    SHARD_KEY_NOT_FOUND(61),
    IMMUTABLE_FIELD(66),
    NOT_EXACT_VALUE_FIELD(111),
    DOC_TOO_LARGE_FOR_CAPPED(116),
    DOCUMENT_VALIDATION_FAILURE(121),
    CANNOT_INDEX_PARALLEL_ARRAYS(171),
    CONVERSION_FAILURE(241),
    NON_CONFORMANT_BSON(378),
    /** A place without keys in a {@code 2dsphere} index (since MongoDB 9.0). */
    GEO_KEY_EXTRACTION_FAILED(510),
    /** The same in a time series (since MongoDB 9.0). */
    GEO_KEY_EXTRACTION_FAILED_TIMESERIES(511),
    CANNOT_GROW_DOCUMENT_IN_CAPPED_NAMESPACE(10003),
    BSON_OBJECT_TOO_LARGE(10334),
    DUPLICATE_KEY(11000),
    POINT_NOT_OF_NUMBERS(13026),
    POINT_OUT_OF_BOUNDS(13027),
    POINT_EMPTY(13067),
    POINT_OF_ONE_NUMBER(13068),
    GEO_KEYS_NOT_EXTRACTED(16755),
    GEO_KEYS_NOT_GENERATED(16756),
    HASHED_INDEX_OF_ARRAY(16766),
    LOCATION_NOT_IN_FORMAT(16804),
    TEXT_LANGUAGE_NOT_A_STRING(17261),
    TEXT_LANGUAGE_UNSUPPORTED(17262),
    /** A key is too long for its index (before MongoDB 4.4). */
    KEY_TOO_LONG(17280),
    UPDATED_DOCUMENT_TOO_LARGE(17419),
    UPSERTED_DOCUMENT_TOO_LARGE(17420),
    /** The _id is too long for a clustered collection. */
    RECORD_ID_TOO_LONG(5894900);

    private final int code;

    DocumentError(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
