package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server refuses documents, and changes that documents ask for, with codes of the closed list. */
class DocumentErrorsIT {

    private static final MongoDatabase DATABASE =
            TestServer.client().getDatabase(TestServer.database("document-errors"));
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([0-9, ]+) \\|");
    private static final int TOO_DEEP = 190;

    @AfterAll
    static void drop() {
        DATABASE.drop();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "OVERFLOW;                      {};            {_id: 1, deep: DEEP}",
                "INVALID_ID_FIELD;              {};            {_id: [1]}",
                "DOLLAR_PREFIXED_FIELD_NAME;    {};            {_id: {'$a': 1}}",
                "BAD_VALUE;                     {};            {_id: 1, long: 'TOO LONG'}",
                "DUPLICATE_KEY;                 {};            {_id: 0}",
                "CANNOT_INDEX_PARALLEL_ARRAYS;  {a: 1, b: 1};  {_id: 1, a: [1, 2], b: [1, 2]}",
                "GEO_KEYS_NOT_EXTRACTED;        {g: '2dsphere'}; {_id: 1, g: {type: 'Point', coordinates: [500, 1]}}",
                "POINT_OUT_OF_BOUNDS;           {g: '2d'};     {_id: 1, g: [1000, 1]}",
                "POINT_OF_ONE_NUMBER;           {g: '2d'};     {_id: 1, g: [1]}",
                "LOCATION_NOT_IN_FORMAT;        {g: '2d'};     {_id: 1, g: ['a', 'b']}",
                "HASHED_INDEX_OF_ARRAY;         {h: 'hashed'}; {_id: 1, h: [1]}",
                "TEXT_LANGUAGE_UNSUPPORTED;     {t: 'text'};   {_id: 1, t: 'x', language: 'klingon'}",
                "TEXT_LANGUAGE_NOT_A_STRING;    {t: 'text'};   {_id: 1, t: 'x', language: 1}"
            })
    void insertedDocumentIsRefused(DocumentError error, String index, String document) {
        MongoDatabase database = collection(new Document(), index);

        assertThat(code(database, new Document("insert", "c").append("documents", List.of(parse(document)))))
                .isEqualTo(error.code());
    }

    /** Expressions of validators fail with many codes, of which the server makes one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {"{$toInt: '$s'}", "{$divide: [1, 0]}", "{$size: '$s'}"})
    void failingExpressionOfAValidatorFailsValidation(String expression) {
        Document validator = Document.parse("{validator: {$expr: {$gt: [%s, 1]}}}".formatted(expression));

        assertThat(code(
                        collection(validator, "{}"),
                        new Document("insert", "c").append("documents", List.of(parse("{_id: 1, s: 'x'}")))))
                .isEqualTo(DocumentError.DOCUMENT_VALIDATION_FAILURE.code());
    }

    @Test
    void idOfAClusteredCollectionCanBeTooLong() {
        Document clustered = Document.parse("{clusteredIndex: {key: {_id: 1}, unique: true}}");
        String id = "x".repeat(9_000_000);

        assertThat(code(
                        collection(clustered, "{}"),
                        new Document("insert", "c").append("documents", List.of(new Document("_id", id)))))
                .isEqualTo(DocumentError.RECORD_ID_TOO_LONG.code());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "FAILED_TO_PARSE;              {'$a': 1, b: 1}",
                "IMMUTABLE_FIELD;              {$set: {_id: 2}}",
                "PATH_NOT_VIABLE;              {$set: {'n.b': 2}}",
                "CONFLICTING_UPDATE_OPERATORS; {$set: {n: 2, 'n.b': 1}}",
                "EMPTY_FIELD_NAME;             {$set: {'a..b': 2}}",
                "CANNOT_BACKFILL_ARRAY;        {$set: {'list.2000000': 2}}",
                "DOLLAR_PREFIXED_FIELD_NAME;   {$set: {'$x': 2}}",
                "TYPE_MISMATCH;                {$inc: {s: 2}}"
            })
    void updateIsRefused(DocumentError error, String update) {
        Document command = new Document("update", "c")
                .append("updates", List.of(new Document("q", new Document("_id", 0)).append("u", parse(update))));

        assertThat(code(collection(new Document(), "{}"), command)).isEqualTo(error.code());
    }

    @Test
    void tableOfTheDocsHasAllCodes() throws IOException {
        String docs = Files.readString(Path.of("docs/writers.md"));
        String table = docs.substring(docs.indexOf("## Errors of documents"), docs.indexOf("## Add a writer"));

        assertThat(ROW.matcher(table)
                        .results()
                        .flatMap(row -> Stream.of(row.group(1).split(", ", -1)))
                        .map(Integer::valueOf))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(DocumentError.values())
                        .map(DocumentError::code)
                        .toList());
    }

    private static MongoDatabase collection(Document options, String index) {
        DATABASE.getCollection("c").drop();
        Document create = new Document("create", "c");
        create.putAll(options);
        DATABASE.runCommand(create);
        if (options.isEmpty()) {
            DATABASE.getCollection("c").insertOne(Document.parse("{_id: 0, n: 1, s: 'x', list: [1]}"));
        }
        if (!index.equals("{}")) {
            DATABASE.getCollection("c").createIndex(Document.parse(index));
        }
        return DATABASE;
    }

    private static BsonDocument parse(String document) {
        String deep = "{a: ".repeat(TOO_DEEP) + "1" + "}".repeat(TOO_DEEP);
        return BsonDocument.parse(document.replace("DEEP", deep).replace("TOO LONG", "x".repeat(16 << 20)));
    }

    private static int code(MongoDatabase database, Document command) {
        return database.runCommand(command)
                .getList("writeErrors", Document.class)
                .get(0)
                .getInteger("code");
    }
}
