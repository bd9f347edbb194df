package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands {@code diff} and {@code verify}. */
class DiffAndVerifyIT extends ProgramTest {

    @BeforeEach
    void prepareJob() {
        job("source: {files: in.csv}");
        file("in.csv", "sku,price", "a,1", "b,2", "c,3");
    }

    private void job(String source) {
        file(
                "jobs/goods.yml",
                source,
                "target: {collection: goods, id: [sku]}",
                "write: {operation: upsert}",
                "fields: {price: int32}");
    }

    @Test
    void diffShowsWhatAnImportWouldChange() throws IOException {
        collection("goods")
                .insertOne(new Document("_id", "a").append("sku", "a").append("price", 1));
        collection("goods")
                .insertOne(new Document("_id", "b").append("sku", "b").append("price", 5));

        Result diff = program.run("diff", "goods", "--output=all.jsonl");

        assertThat(diff.exitCode()).as(diff.err()).isZero();
        assertThat(diff.out())
                .contains("goods: what an import would change in " + database().getName() + ".goods")
                .containsPattern("  new +1\n")
                .containsPattern("  changed +1\n")
                .containsPattern("  equal +1\n")
                .contains("Changed fields: price 1", "new: {\"_id\": \"c\"} from in.csv:4", "    price: 5 → 2");
        assertThat(Files.readAllLines(folder.resolve("all.jsonl")))
                .containsExactlyInAnyOrder(
                        "{\"kind\":\"changed\",\"key\":{\"_id\":\"b\"},\"place\":\"in.csv:3\",\"fields\":[{\"field\":\"price\",\"order\":false,\"expected\":{\"$numberInt\":\"2\"},\"actual\":{\"$numberInt\":\"5\"}}]}",
                        "{\"kind\":\"new\",\"key\":{\"_id\":\"c\"},\"place\":\"in.csv:4\",\"document\":{\"_id\":\"c\",\"sku\":\"c\",\"price\":{\"$numberInt\":\"3\"}},\"fields\":[]}");
        assertThat(program.run("diff", "goods", "--exit-code").exitCode()).isEqualTo(1);
        assertThat(collection("goods").countDocuments()).isEqualTo(2);
        program.run("import", "goods");
        assertThat(program.run("diff", "goods", "--exit-code").exitCode()).isZero();
    }

    @Test
    void diffLocatesEachRecordThatTheTargetDecides() {
        file("in.csv", "op,sku,price", "I,a,1", "U,b,2", "D,c,3", "I,d,4", "I,e,5", "P,e,6", "I,f,7", "I,f,8");
        file(
                "jobs/goods.yml",
                "source: {files: in.csv}",
                "target: {collection: goods, id: [sku]}",
                "write: {operation: {column: op, values: {I: insert, U: update, D: delete, P: upsert}}}",
                "fields: {price: int32}");
        collection("goods")
                .insertOne(new Document("_id", "a").append("sku", "a").append("price", 9));

        Result diff = program.run("diff", "goods");

        assertThat(diff.exitCode()).as(diff.err()).isZero();
        assertThat(diff.out())
                .contains(
                        "rejected: {\"_id\": \"a\"} from in.csv:2\n    price: 9 → 1\n",
                        "unmatched: {\"_id\": \"b\"} from in.csv:3\n",
                        "unmatched: {\"_id\": \"c\"} from in.csv:4\n",
                        "new: {\"_id\": \"d\"} from in.csv:5\n",
                        "new: {\"_id\": \"e\"} from in.csv:7\n    _id: \"e\"\n    sku: \"e\"\n    price: 6\n",
                        "new: {\"_id\": \"f\"} from in.csv:8\n    _id: \"f\"\n    sku: \"f\"\n    price: 7\n",
                        "rejected: {\"_id\": \"f\"} from in.csv:9\n    _id: \"f\"\n    sku: \"f\"\n    price: 8\n")
                .doesNotContain("Changed fields");
        assertThat(Document.parse(program.run("diff", "goods", "--format=json").out()))
                .containsEntry("new", 3)
                .containsEntry("rejected", 2)
                .containsEntry("unmatched", 2)
                .containsEntry("repeated", 1);
        assertThat(program.run("import", "goods", "rejects.limit=5").exitCode()).isEqualTo(10);
        assertThat(collection("goods").find())
                .extracting(document -> document.get("price"))
                .containsExactlyInAnyOrder(9, 4, 6, 7);
    }

    @Test
    void emptyRowsAreLeftOutEverywhere() {
        file("in.csv", "sku,price", "a,1", ",", "b,2", "", "\"\",\"\"", "c,3", ",");

        assertThat(program.run("check", "goods").out())
                .containsPattern("  to be written +3\n")
                .containsPattern("  filtered +3\n");
        Result imported = program.run("import", "goods");
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.out())
                .containsPattern("  read +6\n")
                .containsPattern("  written +3\n")
                .containsPattern("  filtered +3\n");
        assertThat(collection("goods").countDocuments()).isEqualTo(3);
        assertThat(program.run("verify", "goods").out())
                .containsPattern("  equal +3\n")
                .containsPattern("  filtered +3\n");
        assertThat(program.run("diff", "goods", "--exit-code").exitCode()).isZero();
    }

    @Test
    void diffComparesAFileWithoutAJob() {
        Result diff = program.run("diff", "in.csv", "--id=sku", "--format=json");

        assertThat(diff.exitCode()).as(diff.err()).isZero();
        Document json = Document.parse(diff.out());
        assertThat(json.getInteger("new")).isEqualTo(3);
        assertThat(json.getInteger("equal")).isZero();
        assertThat(json.getList("samples", Document.class)).hasSize(3);
        assertThat(collection("in").countDocuments()).isZero();
    }

    @Test
    void verifyFindsAChangedDocument() {
        program.run("import", "goods");

        Result equal = program.run("verify", "goods");

        assertThat(equal.exitCode()).as(equal.err()).isZero();
        assertThat(equal.out()).contains(".goods has what run 1 wrote").containsPattern("  equal +3\n");

        collection("goods").updateOne(Filters.eq("b"), Updates.set("price", 2.0));
        Result different = program.run("verify", "1");

        assertThat(different.exitCode()).isEqualTo(1);
        assertThat(different.out())
                .contains(".goods differs from what run 1 wrote", "    price: 2 expected, found 2.0")
                .containsPattern("  different +1\n");
        assertThat(Document.parse(program.run("verify", "1", "--format=json").out()))
                .containsEntry("verified", "different")
                .containsEntry("different", 1)
                .containsEntry("missing", 0);
    }

    @Test
    void verifyTakesAFileAndNoSetting() {
        program.run("import", "in.csv", "--id=sku");

        assertThat(program.run("verify", "in.csv").out()).contains(".in has what run 1 wrote");
        assertRefused(program.run("verify", "other/in.csv"), 2, "\"other/in.csv\" has no completed import");
        for (String setting : new String[] {"fields.price=string", "--delimiter=;", "--id=price", "--chunk-size=5"}) {
            assertRefused(
                    program.run("verify", "in.csv", setting),
                    2,
                    setting.split("=", 2)[0],
                    "stored with the import",
                    "'mongohaul diff'");
        }
    }

    @Test
    void verifyUsesTheStoredSettingsAndTheMovedFile() throws IOException {
        job("source: {files: 'in/*.csv', each: file, after: {completed: done}}");
        Files.createDirectory(folder.resolve("in"));
        Files.setLastModifiedTime(
                Files.move(folder.resolve("in.csv"), folder.resolve("in/a.csv")), FileTime.fromMillis(0));
        program.run("import", "goods");
        file("jobs/goods.yml", "source: {files: in.csv}", "target: {collection: others}");
        assertThat(folder.resolve("in/a.csv")).doesNotExist();

        Result equal = program.run("verify", "1");

        assertThat(equal.exitCode()).as(equal.err()).isZero();
        assertThat(equal.out()).containsPattern("  equal +3\n");
    }

    @Test
    void changedOrMissingInputCannotBeVerified() throws IOException {
        program.run("import", "goods");
        file("in.csv", "sku,price", "a,1");

        assertRefused(program.run("verify", "1"), 2, "The import cannot be verified: its input has changed since");

        Files.delete(folder.resolve("in.csv"));

        assertRefused(program.run("verify", "1"), 2, "in.csv");
        assertRefused(program.run("verify", "nothing"), 2, "\"nothing\" has no completed import");
    }

    @Test
    void receiptSaysWhatWasFoundAndIsComparedLater() throws IOException {
        file(
                "jobs/goods.yml",
                "source: {files: in.csv}",
                "target: {collection: goods, id: [sku]}",
                "write: {operation: swap, max-loss: unlimited}");
        program.run("import", "goods");

        Result written = program.run("verify", "1", "--receipt=r.json");

        assertThat(written.exitCode()).as(written.err()).isZero();
        Document receipt = Document.parse(Files.readString(folder.resolve("r.json")));
        assertThat(receipt)
                .containsEntry("receipt", 1)
                .containsEntry("job", "goods")
                .containsEntry("import", 1)
                .containsEntry("operation", "swap")
                .containsEntry("target", database().getName() + ".goods")
                .containsEntry("filter", new Document())
                .containsKeys("program", "written", "server", "database", "input", "meaning", "counts");
        assertThat(receipt.get("documents", Document.class)).containsEntry("count", 3);
        assertThat(program.run("verify", "1", "--receipt=r.json").err()).contains("r.json replaces the receipt of ");

        Files.delete(folder.resolve("in.csv"));
        Result same = program.run("verify", "--against=r.json");
        assertThat(same.exitCode()).as(same.err()).isZero();
        assertThat(same.out()).contains(".goods has what the receipt says");

        collection("goods").updateOne(Filters.eq("b"), Updates.set("price", 2.0));
        assertThat(program.run("verify", "--against=r.json", "--format=json").out())
                .contains("\"verified\" : \"different\"");
        collection("goods").drop();
        Result gone = program.run("verify", "--against=r.json");
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.out()).contains(".goods is not there, or has none of the documents");
    }

    @Test
    void receiptOfADifferenceOrOverAnotherFileIsNotWritten() throws IOException {
        program.run("import", "goods");
        file("other.json", "{}");

        assertRefused(
                program.run("verify", "1", "--receipt=other.json"),
                2,
                "other.json exists, and is not replaced: it is no receipt of this import");
        assertThat(folder.resolve("other.json")).hasContent("{}");
        assertRefused(program.run("verify", "1", "--receipt=no/r.json"), 2, "there is no folder");

        collection("goods").deleteOne(Filters.eq("b"));
        Result different = program.run("verify", "1", "--receipt=r.json");

        assertThat(different.exitCode()).isEqualTo(1);
        assertThat(different.err()).contains("No receipt is written");
        assertThat(folder.resolve("r.json")).doesNotExist();
    }

    @Test
    void damagedOrForeignReceiptIsRefused() throws IOException {
        program.run("import", "goods");
        program.run("verify", "1", "--receipt=r.json");
        String receipt = Files.readString(folder.resolve("r.json"));

        assertRefused(
                program.run("verify", "--against=r.json"),
                2,
                "The import of the receipt (upsert) shares " + database().getName() + ".goods with other documents");
        assertReceipt("{", "it is not JSON");
        assertReceipt("[1]", "it has no field \"receipt\"");
        assertReceipt(receipt.replace("\"receipt\" : 1", "\"receipt\" : 2"), "its format is 2, and this version");
        assertReceipt(receipt.replace("\"job\"", "\"jobs\""), "it has the unknown field \"jobs\"");
        assertReceipt(receipt.replace("\"count\" :", "\"counted\" :"), "\"count\" is not a number from 0");
        assertReceipt(
                receipt.replace("\"database\" : \"", "\"database\" : \"other-"),
                "is of the database other-" + database().getName());
        assertRefused(program.run("verify", "--against=none.json"), 2, "There is no file none.json");
        assertRefused(program.run("verify"), 2, "Name a run, a job or a file");
        assertRefused(program.run("verify", "1", "--against=r.json"), 2, "leave out \"1\"");
    }

    private void assertReceipt(String text, String reason) throws IOException {
        Files.writeString(folder.resolve("damaged.json"), text);
        assertRefused(program.run("verify", "--against=damaged.json"), 2, reason);
    }

    @Test
    void laterImportThatIsUnfinishedExplainsDifferences() {
        program.run("import", "goods");
        file("in2.csv", "sku,price", "b,7", "c,x");
        assertThat(program.run("import", "goods", "files=in2.csv").exitCode()).isEqualTo(12);

        Result verified = program.run("verify", "1");

        assertThat(verified.out())
                .contains("explained by run 2: {\"_id\": \"b\"} from in.csv:3")
                .doesNotContain("Exception");
    }

    @Test
    void diffOfASnapshotThatIsTooSmallSaysThatNothingWouldBeDeleted() {
        file(
                "jobs/goods.yml",
                "source: {files: in.csv}",
                "target: {collection: goods, id: [sku]}",
                "write: {operation: snapshot, max-loss: 1}");
        program.run("import", "goods");
        file("in.csv", "sku,price", "a,1");

        assertThat(program.run("diff", "goods").out())
                .containsPattern("  deleted +2\n")
                .contains("write.max-loss is 1: an import would delete none of the 2, and end with exit code 12");
        assertThat(program.run("import", "goods").exitCode()).isEqualTo(12);
        file("in.csv", "sku,price", "a,1", "b,2");
        assertThat(program.run("diff", "goods").out()).doesNotContain("would delete none");
    }

    @Test
    void laterImportExplainsDifferences() {
        program.run("import", "goods");
        file("in2.csv", "sku,price", "b,7");
        program.run("import", "goods", "files=in2.csv");

        Result verified = program.run("verify", "1");

        assertThat(verified.exitCode()).as(verified.err()).isEqualTo(2);
        assertThat(verified.out())
                .containsPattern("  different +0\n")
                .containsPattern("  explained +1\n")
                .contains("explained by run 2: {\"_id\": \"b\"} from in.csv:3")
                .contains("Explained by run 2, whose input has the keys: 1");
    }
}
