package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShowIT extends ProgramTest {

    private static final ObjectId ID = new ObjectId("65f000000000000000000001");

    @BeforeEach
    void insert() {
        database().drop();
        collection("things")
                .insertMany(List.of(
                        new Document("_id", ID)
                                .append("n", 5L)
                                .append("price", Decimal128.parse("1.50"))
                                .append("at", Date.from(Instant.EPOCH))
                                .append("size", new Document("w", 1).append("h", 2.5)),
                        new Document("_id", 2)
                                .append("text", "a\u001b[2Jb\nc")
                                .append("n", null)
                                .append("long", "x".repeat(100))));
    }

    @Test
    void tableHasAColumnForEachField() {
        Result result = program.run("show", "things");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().map(line -> line.strip().replaceAll(" {2,}", "|")))
                .containsExactly(
                        "_id|n|price|at|size|text|long",
                        "65f000000000000000000001|5|1.50|1970-01-01T00:00:00Z|{\"w\": 1, \"h\": 2.5}",
                        "2|null|a\\u001b[2Jb\\u000ac|" + "x".repeat(39) + "…",
                        "2 of 2 documents");
    }

    @Test
    void jsonKeepsTypesAndHasADocumentInALine() {
        Result result = program.run("show", "things", "--format=json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).isEqualTo("2 of 2 documents\n");
        assertThat(result.out().lines().map(Document::parse))
                .containsExactlyElementsOf(collection("things").find());
        assertThat(result.out())
                .startsWith("{\"_id\": {\"$oid\": \"" + ID + "\"}, \"n\": {\"$numberLong\": \"5\"},"
                        + " \"price\": {\"$numberDecimal\": \"1.50\"}, \"at\": {\"$date\": \"1970-01-01T00:00:00Z\"},")
                .contains("\"text\": \"a\\u001b[2Jb\\nc\"");
    }

    @Test
    void filterAndLimitApply() {
        Result result = program.run("show", "things", "--where={n: {$gt: 4}}", "--format=json");

        assertThat(result.out()).hasLineCount(1).contains(ID.toHexString());
        assertThat(result.err()).isEqualTo("1 of 1 document\n");
        assertThat(program.run("show", "things", "--limit=1").out())
                .contains(ID.toHexString())
                .endsWith("1 of 2 documents\n");
        assertThat(program.run("show", "things", "--where={n: 7}").out()).isEqualTo("0 of 0 documents\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            show thing                           | has no collection "thing" (did you mean things?). It has things
            show things --database=nowhere-at-all | The database nowhere-at-all has no collection "things". It has no collection at all
            show things --database=a.b           | --database=a.b is not the name of a database
            show things --limit=0                | --limit=0: from 1 to 10,000 documents can be shown
            show things --format=html            | "html" is neither table nor json
            show things --where={n:              | --where={n: is not a document of extended JSON
            show things --where=5                | --where=5 is not a document of extended JSON
            show things --where={n:{$nope:1}}    | MongoDB refuses --where={n:{$nope:1}}: unknown operator: $nope
            show                                 | Missing required parameter: 'COLLECTION'
            """)
    void mistakeIsRefused(String arguments, String message) {
        assertRefused(program.run(arguments.split(" ", -1)), 2, message);
    }

    @Test
    void nothingIsStored() {
        program.run("show", "things");

        assertThat(TestServer.client().getDatabase(database().getName()).listCollectionNames())
                .containsExactly("things");
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data");
    }
}
