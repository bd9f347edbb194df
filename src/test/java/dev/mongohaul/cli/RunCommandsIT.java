package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands with the number of a run as argument. */
class RunCommandsIT extends ProgramTest {

    private static final String HEADER = "customer,sku,price,attributes.color,attributes.size,placedAt";

    @Test
    void unknownRunIsRefused() {
        assertThat(List.of("report", "rejects", "restart", "stop", "abandon"))
                .allSatisfy(command -> assertRefused(
                        program.run(command, "42"), 2, "There is no run 42; 'mongohaul report' lists them"));
    }

    @Test
    void reportListsRunsAsTableAndAsJson() {
        assertThat(program.run("report").out()).startsWith("No run yet");
        program.run("import", "orders");

        Result table =
                program.withJvm("-Duser.language=de", "-Duser.country=DE").run("report");

        assertThat(table.out().lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("run | import | job | status | started");
        assertThat(table.out()).containsPattern("1 +1 +orders +completed .* 10,000 +10,000 +0 +0 ");

        JsonNode run = JsonMapper.shared()
                .readTree(program.run("report", "1", "--format=json").out());

        assertThat(run.at("/counts/written").asLong()).isEqualTo(10_000);
        assertThat(run.at("/status").asString()).isEqualTo("completed");
        assertThat(run.at("/runDetails")).hasSize(1);
        assertThat(program.run("report", "1").out()).contains("status        completed", "Runs of import 1:");
        assertThat(program.run("rejects", "1")).isEqualTo(new Result(0, "", "Run 1 has no rejects%n".formatted()));
        Result again = program.run("restart", "1");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).startsWith("orders: nothing to do, this content was loaded by run 1.");
        assertRefused(program.run("stop", "1"), 2, "Run 1 is not running: it is completed");
        assertRefused(program.run("abandon", "1"), 2, "The import of run 1 is completed: there is nothing to abandon");
    }

    @Test
    void restartOfACompletedRepetitionLoadsNothing() {
        file("jobs/twice.yml", "source: {files: in.csv}", "target: {collection: twice}");
        file("in.csv", "sku,price", "a,1", "b,2");
        program.run("import", "twice");
        assertThat(program.run("import", "twice", "--again").exitCode()).isZero();

        Result again = program.run("restart", "2");

        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).startsWith("twice: nothing to do, this content was loaded by run 2.");
        assertThat(collection("twice").countDocuments()).isEqualTo(4);
    }

    @Test
    void restartAfterAnUndoLoadsNothingTwice() {
        file("jobs/twice.yml", "source: {files: in.csv}", "target: {collection: twice}");
        file("in.csv", "sku,price", "a,1", "b,2");
        program.run("import", "twice");
        assertThat(program.run("undo", "1").exitCode()).isZero();
        assertThat(program.run("import", "twice").exitCode()).isZero();

        assertThat(program.run("restart", "3").out()).contains("nothing to do");
        assertThat(collection("twice").countDocuments()).isEqualTo(2);
    }

    @Test
    void heldDeletionsAreAllowedByTheirNumber() {
        file(
                "jobs/whole.yml",
                "source: {files: in.csv}",
                "target: {collection: whole, id: [sku]}",
                "write: {operation: snapshot}");
        file("in.csv", "sku,price", "a,1", "b,2", "c,3");
        program.run("import", "whole");
        file("in.csv", "sku,price", "a,1", "d,4");

        Result held = program.run("import", "whole");

        assertThat(held.exitCode()).isEqualTo(12);
        assertThat(held.out())
                .startsWith("whole: limit exceeded (run 2)")
                .contains(
                        "The input lacks 2 of 4 documents of",
                        "(50.00 %), and write.max-loss is 10%: none was deleted. ",
                        "Not in the input, of 4 documents in scope:",
                        "  held                      2",
                        "Held: none was deleted. rejects/whole-2.held.jsonl lists their ids",
                        "Next: 'mongohaul restart 2 --allow-loss=2' continues the import, if the deletions are right, as does"
                                + " Restart with write.max-loss=2 on the page of the import; the next input of the job");
        assertThat(held.out().split("Next:", -1)).hasSize(2);
        assertRefused(
                program.run("restart", "2", "--allow-loss=-1"), 2, "--allow-loss=-1 is not a number of documents");
        assertThat(program.run("restart", "2", "--allow-loss=1").exitCode()).isEqualTo(12);

        Result allowed = program.run("restart", "2", "--allow-loss=2");

        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(allowed.out()).contains("  deleted                   2").doesNotContain("held");
        assertThat(collection("whole").countDocuments()).isEqualTo(2);
        assertThat(folder.resolve("rejects/whole-2.held.jsonl")).doesNotExist();
        assertThat(program.run("report", "4").out()).contains("not in input  2 deleted, of 4 in scope");
        assertThat(program.run("check", "whole").out())
                .contains(
                        "Documents of whole that are not in the input are deleted, at most 10%",
                        "how many documents are not in the input");
    }

    @Test
    void runsAreJsonInTheShapeOfAReport() {
        file("good.csv", HEADER, "C,S,1.5,red,M,2026-01-01T00:00:00Z");
        file("bad.csv", HEADER, "C,S,cheap,red,M,2026-01-01T00:00:00Z");

        Result imported = program.run("import", "good.csv", "--format=json");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.out())
                .isEqualTo(program.run("report", "1", "--format=json").out());
        assertThat(json(imported).path("status").asString()).isEqualTo("completed");
        assertThat(imported.err()).contains("customer", "placedAt");

        Result again = program.run("import", "good.csv", "--format=json");
        assertThat(again.out()).isEqualTo(imported.out());
        assertThat(again.err()).contains("nothing to do");

        Result refused = program.run("import", "orders", "files=bad.csv", "--format=json", "--quiet");
        assertThat(refused.exitCode()).isEqualTo(12);
        assertThat(json(refused).path("status").asString()).isEqualTo("reject-limit-exceeded");
        assertThat(refused.err()).isEmpty();

        Result restarted = program.run("restart", "2", "rejects.limit=1", "--format=json");
        assertThat(restarted.exitCode()).isEqualTo(10);
        assertThat(json(restarted).path("runDetails").size()).isEqualTo(2);

        Result preview = program.run("undo", "1", "--dry-run", "--format=json");
        assertThat(json(preview).path("undone").path("takenBack").asLong()).isEqualTo(1);
        assertThat(json(preview).path("import").asLong()).isEqualTo(1);
        Result undone = program.run("undo", "1", "--format=json");
        assertThat(undone.exitCode()).as(undone.err()).isZero();
        assertThat(json(undone).path("operation").asString()).isEqualTo("undo");
        assertThat(json(undone).path("undone").path("removed").asLong()).isEqualTo(1);
    }

    @Test
    void eachFileIsAJsonObject() {
        old(file("a1.csv", "n,m", "1,1", "2,2"));
        program.run("import", "a*.csv", "--collection=n", "--each-file");
        old(file("a2.csv", "n,m", "3,3"));

        Result result = program.run("import", "a*.csv", "--collection=n", "--each-file", "--format=json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode files = json(result);
        assertThat(files.size()).isEqualTo(2);
        assertThat(files.get(0).path("status").asString()).isEqualTo("known");
        assertThat(files.get(0).path("files").get(0).asString())
                .isEqualTo(folder.resolve("a1.csv").toString());
        assertThat(files.get(1).path("counts").path("written").asLong()).isEqualTo(1);
    }

    /** A file that was changed just now would be waited for. */
    private static void old(Path file) {
        assertThat(file.toFile().setLastModified(0)).isTrue();
    }

    @Test
    void jobsAreJson() {
        file("jobs/broken.yml", "source: {}");

        Result result = program.run("jobs", "--format=json");

        assertThat(result.exitCode()).isEqualTo(2);
        JsonNode jobs = json(result);
        assertThat(jobs.get(0).path("job").asString()).isEqualTo("broken");
        assertThat(jobs.get(0).path("problems").size()).isPositive();
        assertThat(jobs.get(1).path("collection").asString()).isEqualTo("orders");
        assertThat(jobs.get(3).path("description").asString()).startsWith("Nightly product catalogue");
    }

    private static JsonNode json(Result result) {
        return JsonMapper.shared().readTree(result.out());
    }

    @Test
    void quietCommandsPrintProblemsOnly() {
        file("good.csv", HEADER, "C,S,1.5,red,M,2026-01-01T00:00:00Z");
        file("bad.csv", HEADER, "C,S,cheap,red,M,2026-01-01T00:00:00Z");

        Result imported = program.run("import", "good.csv", "--quiet");

        assertThat(imported).isEqualTo(new Result(0, "", ""));
        assertThat(collection("good").countDocuments()).isEqualTo(1);

        Result refused = program.run("import", "orders", "files=bad.csv", "--quiet");

        assertThat(refused.exitCode()).isEqualTo(12);
        assertThat(refused.out()).startsWith("orders: reject limit exceeded (run 2)");
        assertThat(refused.err()).isEmpty();
        Result restarted = program.run("restart", "2", "rejects.limit=1", "--quiet");
        assertThat(restarted.exitCode()).isEqualTo(10);
        assertThat(restarted.out()).startsWith("orders: completed with rejects (run 3)");
        assertThat(restarted.err()).isEmpty();
        assertThat(program.run("undo", "1", "--quiet")).isEqualTo(new Result(0, "", ""));
        assertThat(collection("good").countDocuments()).isZero();
        assertThat(program.run("import", "good.csv", "--color=always").err())
                .contains("\"always\" is neither auto nor never");
    }

    @Test
    void refusedUndoNamesStepsThatArePossible() {
        Path piped = file("piped.csv", "id,name", "1,a", "bad,b");
        String[] settings = {"--collection=piped", "fields.id=int32"};

        assertThat(program.runWith(piped, "import", "-", settings[0], settings[1])
                        .out())
                .contains("'mongohaul check -' with the same input and options shows all rejects");
        assertThat(program.run("report", "1").out())
                .endsWith("Next: 'mongohaul abandon 1' makes way for another import of this job%n".formatted());
        assertRefused(
                program.run("undo", "1"), 2, "it is unfinished. 'mongohaul abandon 1' ends it; then it can be undone");
        assertThat(program.run("abandon", "1").exitCode()).isZero();
        assertThat(program.run("report", "1").out())
                .contains("reject-limit-exceeded, abandoned")
                .doesNotContain("Next:");
        assertThat(json(program.run("report", "1", "--format=json"))
                        .at("/state")
                        .asString())
                .isEqualTo("abandoned");
        program.run("import", "piped.csv", settings[0], settings[1]);
        assertRefused(
                program.run("undo", "2"), 2, "it is unfinished. 'mongohaul abandon 2' ends it; then it can be undone");
        assertThat(program.run("restart", "2", "rejects.limit=1").exitCode()).isEqualTo(10);
    }

    @Test
    void limitIsProposedIfFewRecordsAreRejected() {
        String good = "1,a\n".repeat(39);
        Path file = file("few.csv", ("id,name\n" + good + "bad,b").split("\n", -1));

        Result result = program.run("import", file.toString(), "fields.id=int32");

        assertThat(result.exitCode()).isEqualTo(12);
        assertThat(result.out())
                .contains(
                        "A rejects.limit of 1 (or 3%) would pass.",
                        "Next: 'mongohaul restart 1 rejects.limit=1' continues the import");
        assertRefused(program.run("undo", "1"), 2, "'mongohaul restart 1 rejects.limit=1' completes it");
    }

    @Test
    void failedFileOfAFolderNamesItsCheck() throws IOException {
        Files.writeString(folder.resolve("jobs/inbox.yml"), """
                source: {files: in/*.csv, each: file}
                target: {collection: inbox}
                fields: {id: int32}
                undo: 7d
                """);
        Files.createDirectories(folder.resolve("in"));
        file("in/a.csv", "id", "1");
        file("in/b.csv", "id", "bad", "2");
        for (String name : List.of("in/a.csv", "in/b.csv")) {
            Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(0));
        }

        Result result = program.run("import", "inbox", "write.chunk-size=1", "grid-size=1");

        String path = folder.resolve("in/b.csv").toString();
        assertThat(result.exitCode()).isEqualTo(12);
        assertThat(result.out())
                .contains("'mongohaul check inbox files=" + path + "' with the same parameters")
                .doesNotContain("mongohaul undo 2");
        assertThat(program.run("check", "inbox", "files=" + path).out())
                .contains("would pass, but only leave these records out");
    }

    @Test
    void importWhoseFileWasMovedCanBeResumed() throws IOException {
        Files.writeString(folder.resolve("jobs/moved.yml"), """
                source: {files: a.csv, after: {completed: done, failed: failed}}
                target: {collection: moved}
                fields: {id: int32}
                """);
        file("a.csv", "id", "1", "bad");
        file("b.csv", "id", "2");
        Result first = program.run("import", "moved");
        assertThat(first.exitCode()).isEqualTo(12);
        assertThat(first.out()).doesNotContain("mongohaul check");
        assertThat(folder.resolve("failed/a.csv")).exists();

        Result other = program.run("import", "moved", "files=b.csv");

        assertRefused(
                other,
                2,
                "is unfinished: run 1 of ",
                "1 of 2 records was rejected: correct the file or the job file, and abandon it with 'mongohaul abandon 1',"
                        + " or add unfinished=abandon to the command.");
        assertThat(program.run("restart", "1", "rejects.limit=1").exitCode()).isEqualTo(10);
        assertThat(program.run("import", "moved", "files=b.csv").exitCode()).isZero();
        assertThat(collection("moved").countDocuments()).isEqualTo(2);
    }

    @Test
    void completedImportIsNotRepeatedOverLaterOnes() throws IOException {
        Files.writeString(folder.resolve("jobs/prices.yml"), """
                source: {files: in.csv}
                target: {collection: prices, id: sku}
                fields: {price: int32}
                write: {operation: upsert}
                """);
        file("in.csv", "sku,price", "a,1");
        program.run("import", "prices");
        assertThat(program.run("restart", "1").out()).contains("nothing to do");
        file("in.csv", "sku,price", "a,2");
        program.run("import", "prices");

        assertRefused(
                program.run("restart", "1"), 2, "The import of run 1 is completed, and", "prices has later imports");
        assertThat(collection("prices").find())
                .extracting(document -> document.get("price"))
                .containsExactly(2);
    }

    @Test
    void unfinishedImportBlocksOthersUntilItIsAbandoned() {
        file("bad.csv", HEADER, "C,S,2.5,red,M,2026-01-01T00:00:00Z", "C,S,cheap,red,M,2026-01-01T00:00:00Z");
        file("good.csv", HEADER, "C,S,1.5,red,M,2026-01-01T00:00:00Z");
        assertThat(program.run("import", "orders", "files=bad.csv").exitCode()).isEqualTo(12);

        assertRefused(
                program.run("import", "orders", "files=good.csv"),
                2,
                "An earlier import of orders is unfinished: run 1 of " + folder.resolve("bad.csv"),
                "abandon it with 'mongohaul abandon 1'",
                "add unfinished=abandon to the command");
        assertRefused(
                program.run("import", "orders", "files=bad.csv", "blanks=text"),
                2,
                "run 1 of orders",
                "other settings",
                "'mongohaul abandon 1'",
                "--again");

        Result abandoned = program.run("abandon", "1");

        assertThat(abandoned.exitCode()).isZero();
        assertThat(abandoned.out())
                .startsWith("The import of run 1 of orders is abandoned; its documents stay in ")
                .contains(", and 'mongohaul undo 1' takes them back");

        assertThat(program.run("import", "orders", "files=good.csv").exitCode()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(2);
    }

    @Test
    void stepsAfterTooManyRejectsLoadTheCorrectedFileOnce() {
        file("bad.csv", HEADER, "C,S,2.5,red,M,2026-01-01T00:00:00Z", "C,S,cheap,red,M,2026-01-01T00:00:00Z");
        Result bad = program.run("import", "orders", "files=bad.csv");
        assertThat(bad.out())
                .contains("Next: 'mongohaul abandon 1' makes way for the next one,"
                        + " and 'mongohaul undo 1' then takes back what is written");

        assertThat(program.run("abandon", "1").exitCode()).isZero();
        assertThat(program.run("undo", "1").exitCode()).isZero();
        assertThat(collection("orders").countDocuments()).isZero();
        file("bad.csv", HEADER, "C,S,2.5,red,M,2026-01-01T00:00:00Z", "C,S,3.5,red,M,2026-01-01T00:00:00Z");

        assertThat(program.run("import", "orders", "files=bad.csv").exitCode()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(2);
    }

    @Test
    void fileThatIsTooShortReplacesNothingUntilItIsAllowed() {
        file("short.csv", HEADER, "C,S,2.5,red,M,2026-01-01T00:00:00Z");
        assertThat(program.run("import", "orders", "operation=swap").exitCode()).isZero();

        Result refused = program.run("import", "orders", "operation=swap", "files=short.csv");

        assertThat(refused.exitCode()).isEqualTo(12);
        assertThat(refused.out())
                .contains(
                        "orders: limit exceeded (run 2)",
                        "1 document would replace the 10,000 of ",
                        "write.max-loss: 10% allows; write.max-loss=9999 would pass",
                        "The documents are in orders__",
                        "Next: 'mongohaul restart 2 --allow-loss=9999' completes the import without loading again");
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
        JsonNode report = JsonMapper.shared()
                .readTree(program.run("report", "2", "--format=json").out());
        assertThat(report.at("/status").asString()).isEqualTo("limit-exceeded");
        assertThat(report.at("/staging").asString()).startsWith("orders__");
        assertThat(program.run("restart", "2", "--allow-loss=9999").exitCode()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(1);
    }
}
