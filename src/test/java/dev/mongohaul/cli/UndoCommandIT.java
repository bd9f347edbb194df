package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.cli.Program.Result;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Command {@code undo}, and the runs that it makes in other commands. */
class UndoCommandIT extends ProgramTest {

    private void job(String... settings) {
        file("jobs/kept.yml", settings);
        file("in.csv", "sku,price", "a,1", "b,2", "c,3");
    }

    @Test
    void importIsTakenBackAndLoadedAgain() {
        job("source: {files: in.csv}", "target: {collection: kept}");
        program.run("import", "kept");

        Result preview = program.run("undo", "1", "--dry-run");

        assertThat(preview.exitCode()).isZero();
        assertThat(preview.out())
                .startsWith("kept: an undo of run 1 of in.csv would take back in ")
                .contains("  restored                  0", "  removed                   3");
        assertThat(collection("kept").countDocuments()).isEqualTo(3);

        Result undone = program.run("undo", "1");

        assertThat(undone.exitCode()).as(undone.err()).isZero();
        assertThat(undone.out())
                .startsWith("kept: undo of run 1 of in.csv completed (run 2)")
                .contains(
                        "  restored                  0",
                        "  removed                   3",
                        "The same content can be imported again");
        assertThat(collection("kept").countDocuments()).isZero();
        Result again = program.run("undo", "1");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).isEqualTo("The import of run 1 of kept is undone already, by run 2%n".formatted());
        assertThat(program.run("import", "kept").exitCode()).isZero();
        assertThat(collection("kept").countDocuments()).isEqualTo(3);
    }

    @Test
    void reportsMarkUndos() {
        job("source: {files: in.csv}", "target: {collection: kept}");
        program.run("import", "kept");
        assertThat(program.run("report").out()).doesNotContain("operation");
        program.run("undo", "1");

        assertThat(program.run("report").out()).containsPattern("2 +2 +kept +undo +completed");
        assertThat(program.run("report", "kept").out())
                .containsPattern("import +operation +status")
                .containsPattern("2 +undo +completed");
        assertThat(program.run("report", "2").out()).contains("undo into ");
        assertThat(program.run("report", "--import=1").out()).contains("completed, undone");
    }

    @Test
    void changedDocumentsAreSparedAndListed() {
        job(
                "source: {files: in.csv}",
                "target: {collection: kept, id: [sku]}",
                "write: {operation: upsert}",
                "undo: 7d");
        collection("kept").insertOne(new Document("_id", "a").append("price", 0));
        program.run("import", "kept");
        collection("kept").updateOne(Filters.eq("b"), Updates.set("price", "mine"));

        Result preview = program.run("undo", "1", "--dry-run");

        assertThat(preview.exitCode()).isEqualTo(10);
        assertThat(preview.out()).contains("Spared, because they were changed since:", "{\"_id\": \"b\"}");

        Result undone = program.run("undo", "1");

        assertThat(undone.exitCode()).isEqualTo(10);
        assertThat(undone.out())
                .contains(
                        "completed with spared documents (run 2)",
                        "  restored                  1",
                        "  removed                   1",
                        "  spared                    1",
                        "Spared: rejects/kept-2.held.jsonl lists the documents",
                        "'mongohaul undo 2 --force'");
        assertThat(folder.resolve("rejects/kept-2.held.jsonl")).hasContent("{\"_id\": \"b\"}");
        assertThat(collection("kept").find())
                .containsExactlyInAnyOrder(
                        new Document("_id", "a").append("price", 0),
                        new Document("_id", "b").append("sku", "b").append("price", "mine"));
    }

    @Test
    void importThatKeptNothingIsRefusedWithTheSetting() {
        job("source: {files: in.csv}", "target: {collection: kept, id: [sku]}", "write: {operation: upsert}");
        program.run("import", "kept");

        assertRefused(
                program.run("undo", "1"),
                2,
                "The import of run 1 cannot be undone: its documents as they were before were not kept, because undo was not set."
                        + " To have the former documents again, import their file once more.",
                "undo: 7d");
        assertRefused(program.run("undo", "42"), 2, "There is no run 42; 'mongohaul report' lists them");
    }

    @Test
    void printedCommandDeletesTheInsertsOfAnImportThatKeptNothing() {
        file("in.csv", "sku,price", "a,1", "b,2", "c,3");
        program.run("import", "in.csv", "--id=sku", "--writer=reactive-buffered");

        Result undo = program.run("undo", "1");

        assertRefused(
                undo, 2, "the ids of its documents are from columns, and were not kept, because undo was not set.");
        Matcher step = Pattern.compile("'mongohaul (import \\S+/in.csv --like 1 operation=delete writer=direct)'")
                .matcher(undo.err());
        assertThat(step.find()).as(undo.err()).isTrue();
        assertThat(program.run(step.group(1).split(" ", -1)).exitCode()).isZero();
        assertThat(collection("in").countDocuments()).isZero();
        assertThat(program.run("import", "in.csv", "--id=sku", "--undo=7d", "--again")
                        .exitCode())
                .isZero();
        assertThat(program.run("undo", "3").exitCode()).isZero();
        assertThat(collection("in").countDocuments()).isZero();
    }

    @Test
    void importThatIsUndoneOrAbandonedIsNotContinued() {
        job("source: {files: in.csv}", "target: {collection: kept}");
        program.run("import", "kept");
        program.run("undo", "1");

        assertRefused(program.run("restart", "1"), 2, "The import of run 1 is undone, and is not continued");

        assertThat(program.run("import", "kept").exitCode()).isZero();
        job("source: {files: in.csv}", "target: {collection: numbers}", "fields: {sku: int32}");
        assertThat(program.run("import", "kept").exitCode()).isEqualTo(12);
        program.run("abandon", "4");
        assertRefused(program.run("restart", "4"), 2, "The import of run 4 is abandoned, and is not continued");
    }

    @Test
    void swapThatWasAbandonedBeforeItsEndHasNothingToUndo() {
        job("source: {files: in.csv}", "target: {collection: kept, id: [sku]}", "write: {operation: swap}");
        program.run("import", "kept");
        job(
                "source: {files: in.csv}",
                "target: {collection: kept, id: [sku]}",
                "write: {operation: swap}",
                "fields: {sku: int32}");
        assertThat(program.run("import", "kept", "--again").exitCode()).isEqualTo(12);
        assertThat(program.run("abandon", "2").out()).contains("is dropped");

        assertRefused(
                program.run("undo", "2"),
                2,
                "it was abandoned, and " + database().getName() + ".kept does not have its documents");
    }

    @Test
    void undoHasNoParameters() {
        job("source: {files: in.csv}", "target: {collection: kept}");
        program.run("import", "kept");
        program.run("undo", "1");

        assertRefused(
                program.run("restart", "2", "chunk-size=5"),
                2,
                "Run 2 is an undo, which has no parameters: chunk-size=5");
    }
}
