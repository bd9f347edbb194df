package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands on a folder of files, and what becomes of them. */
class FolderIT extends ProgramTest {

    private static final String EACH = "each: file, ";
    private static final String MOVE = "after: {completed: done, failed: failed}";

    @BeforeEach
    void createFolder() throws IOException {
        Files.createDirectory(folder.resolve("in"));
    }

    @Test
    void linesOfFilesSayWhereTheyWent() throws IOException {
        job(EACH + MOVE);
        input("a.csv", "n", "1");
        input("b.csv", "other", "2");

        Result result = program.run("import", "inbox");

        assertThat(result.out())
                .containsPattern("(?m)^in/a.csv: completed \\(run 1\\), 1 read, .* s; moved to done/a.csv$")
                .containsPattern("(?m)^in/b.csv: .*; moved to failed/b.csv$");
        assertThat(result.exitCode()).isEqualTo(2);

        input("c.csv", "n", "1");
        assertThat(program.run("import", "inbox").out())
                .containsPattern("(?m)^in/c.csv: this content was imported before, .*; moved to done/c.csv$");
        assertThat(program.run("import", "inbox", "empty=ok").out())
                .isEqualTo("inbox: no new file in in/*.csv%n".formatted());
    }

    @Test
    void fileThatTheCommandMayBeWrongAboutStays() throws IOException {
        job(EACH + MOVE);
        input("a.csv", "n", "1");
        program.run("import", "inbox");
        input("b.csv", "other", "2");
        Files.setLastModifiedTime(file("elsewhere.csv", "other", "3"), FileTime.fromMillis(0));

        assertThat(program.run("import", "inbox", "target.id=none").exitCode()).isEqualTo(2);
        assertThat(program.run("import", "inbox", "files=elsewhere.csv").exitCode())
                .isEqualTo(2);
        assertThat(folder.resolve("in/b.csv")).exists();
        assertThat(folder.resolve("elsewhere.csv")).exists();

        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(2);
        assertThat(folder.resolve("failed/b.csv")).exists();
    }

    @Test
    void linesOfSnapshotsCountDeletedDocumentsAndSayANextStepOnce() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: snapshot, max-loss: 1}");
        input("a.csv", "n", "1", "2", "3", "4");
        input("b.csv", "n", "1", "2", "3");

        assertThat(program.run("import", "inbox").out())
                .containsPattern("(?m)^in/b.csv: completed .* unchanged, 1 deleted, 0 rejected, ")
                .containsPattern("(?m)^inbox: 2 files: 2 imported; 7 read, .*, 1 deleted, 0 rejected$");

        input("c.csv", "n", "1");
        Result held = program.run("import", "inbox");

        assertThat(held.exitCode()).as(held.out()).isEqualTo(12);
        assertThat((held.out() + held.err()).split("--allow-loss=2", -1)).hasSize(2);
    }

    @Test
    void heldDeletionsOfAPartAreReplacedByThoseOfItsNextFile() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {failed: failed}}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: snapshot, max-loss: 1}",
                "snapshot: {within: {feed: A}}");
        input("a.csv", "n,feed", "1,A", "2,A", "3,A", "4,A");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        input("b.csv", "n,feed", "1,A");
        assertThat(program.run("import", "inbox").out()).contains("mongohaul restart 2 --allow-loss=3");
        input("c.csv", "n,feed", "1,A", "2,A", "3,A", "4,A", "5,A");
        assertThat(program.run("import", "inbox").exitCode()).isZero();

        Result restart = program.run("restart", "2", "--allow-loss=3");

        assertThat(restart.exitCode()).as(restart.out()).isEqualTo(2);
        assertThat(restart.err()).contains("The import of run 2 is abandoned");
        assertThat(collection("inbox").countDocuments()).isEqualTo(5);
    }

    /** The states of a week: each file is one letter, and its documents have it. */
    @ParameterizedTest
    @ValueSource(strings = {"upsert", "replace", "snapshot", "swap"})
    void newFileThatBringsBackAFormerStateIsImported(String operation) throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: " + operation + "}");
        collection("inbox").insertOne(new Document("_id", "1"));
        String states = "ABABBA";
        for (int night = 0; night < states.length(); night++) {
            input("day-%d.csv".formatted(night), "n,state", "1," + states.charAt(night));
            assertThat(program.run("import", "inbox").exitCode()).isZero();
            assertThat(collection("inbox").find(new Document("_id", "1")).first())
                    .as("night " + night)
                    .containsEntry("state", states.substring(night, night + 1));
        }

        // An old file that is sent again under an old name, or is touched, brings nothing back.
        input("day-1a.csv", "n,state", "1,B");
        Files.setLastModifiedTime(
                folder.resolve("in/day-1.csv"), FileTime.from(Instant.now().minusSeconds(60)));
        assertThat(program.run("import", "inbox").out()).contains("in/day-1a.csv: this content was imported before");
        assertThat(collection("inbox").find(new Document("_id", "1")).first()).containsEntry("state", "A");
        input("day-9.csv", "n,state", "1,B");
        assertThat(program.run("import", "inbox").out()).contains("1 imported");
        assertThat(program.run("import", "inbox").out()).doesNotContain("1 imported,");
        assertThat(collection("inbox").find(new Document("_id", "1")).first()).containsEntry("state", "B");
    }

    @Test
    void formerStateIsBroughtBackAfterAFileThatFailedFirst() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {completed: done, failed: failed}}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: upsert}");
        input("p-1.csv", "n,state", "1,A");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        input("p-2.csv", "n,state", "1,B", "2");
        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(12);
        assertThat(program.run("restart", "2", "rejects.limit=1").exitCode()).isEqualTo(10);
        assertThat(collection("inbox").find(new Document("_id", "1")).first()).containsEntry("state", "B");
        input("p-3.csv", "n,state", "1,A");

        Result back = program.run("import", "inbox");

        assertThat(back.exitCode()).as(back.out() + back.err()).isZero();
        assertThat(collection("inbox").find(new Document("_id", "1")).first()).containsEntry("state", "A");
    }

    @Test
    void problemsOfAFileAreOnOneLineAndNameTheHeaderOnce() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file}",
                "target: {collection: inbox, id: [n]}",
                "fields: {n: int32, a: string, b: string}");
        input("a.csv", "n;a;b", "1;x;y");

        assertThat(program.run("import", "inbox").out())
                .contains(
                        "in/a.csv: inbox: fields names the columns \"n\", \"a\", \"b\", which the header lacks. The header has: \"n;a;b\"."
                                + " It looks semicolon-separated: write source.delimiter: \";\"; the id names the column \"n\", which the header lacks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshot, max-loss: unlimited", "swap, max-loss: unlimited", "upsert"})
    void olderFileThanTheNewestIsNotImportedAfterIt(String operation) throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: newest, after: {completed: done}}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: " + operation + "}");
        input("a-20.csv", "n,day", "1,20");
        input("a-21.csv", "n,day", "1,21");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        Path late = file("in/a-19.csv", "n,day", "1,19");
        Files.setLastModifiedTime(late, FileTime.from(Instant.now().minusSeconds(9_000)));

        for (int night = 0; night < 2; night++) {
            assertThat(program.run("import", "inbox").out())
                    .contains("in/a-20.csv: is skipped, because the newer file", "in/a-21.csv came before it");
            assertThat(collection("inbox").find().first()).containsEntry("day", "21");
        }
        assertThat(program.run("import", "inbox", "files=in/a-19.csv").exitCode())
                .isZero();
        assertThat(collection("inbox").find().first()).containsEntry("day", "19");
        Files.delete(folder.resolve("in/a-20.csv"));
        // A name without leading zeros.
        input("a-100.csv", "n,day", "1,100");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        assertThat(collection("inbox").find().first()).containsEntry("day", "100");
    }

    @Test
    void heldSwapIsAbandonedByTheNextFile() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: newest, after: {completed: done, failed: failed}}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: swap, max-loss: 10%}",
                "unfinished: abandon");
        input("a-1.csv", "n", "1", "2", "3", "4");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        input("a-15.csv", "n", "1", "2", "3", "9");
        input("a-2.csv", "n", "1");
        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(12);
        assertThat(program.run("import", "inbox").out()).contains("in/a-15.csv: is skipped, because the newer file");
        input("a-3.csv", "n", "1", "2", "3", "5");

        Result next = program.run("import", "inbox");

        assertThat(next.exitCode()).as(next.out() + next.err()).isZero();
        assertThat(next.err()).contains("the unfinished import of run 2 is abandoned");
        assertRefused(program.run("restart", "2", "--allow-loss=3"), 2, "is abandoned, and is not continued");
        assertThat(collection("inbox").countDocuments()).isEqualTo(4);
    }

    @Test
    void heldSwapRefusesTheNextFileIfTheJobSaysSo() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {completed: done, failed: failed}}",
                "target: {collection: inbox, id: [n]}",
                "write: {operation: swap, max-loss: 10%}",
                "unfinished: refuse");
        input("a-1.csv", "n", "1", "2", "3", "4");
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        input("a-2.csv", "n", "1");
        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(12);
        input("a-3.csv", "n", "1", "2", "3", "5");

        Result next = program.run("import", "inbox");

        assertThat(next.exitCode()).isEqualTo(2);
        assertThat(next.out()).contains("in/a-3.csv: An earlier import of inbox is unfinished: run 2 of");
        assertThat(folder.resolve("in/a-3.csv")).exists();
        assertThat(program.run("abandon", "2").exitCode()).isZero();
        assertThat(program.run("import", "inbox").exitCode()).isZero();
        assertThat(collection("inbox").distinct("_id", String.class)).containsExactly("1", "2", "3", "5");
    }

    @Test
    void restartOfAnOlderFileWarnsOfTheLaterOne() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {completed: done, failed: failed}}",
                "target: {collection: inbox, id: [n]}",
                "fields: {v: int32}",
                "write: {operation: upsert}");
        input("a-1.csv", "n,v", "1,x", "2,1");
        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(12);
        input("a-2.csv", "n,v", "3,2");
        assertThat(program.run("import", "inbox").exitCode()).isZero();

        Result restarted = program.run("restart", "1", "rejects.limit=1");

        assertThat(restarted.exitCode()).isEqualTo(10);
        assertThat(restarted.err())
                .contains(
                        "in/a-2.csv of run 2 was imported after run 1: records of this older file replace newer ones");
        assertThat(collection("inbox").distinct("v", Integer.class)).containsExactly(1, 2);
    }

    @Test
    void olderDayThatComesLateWarns() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {completed: done}}",
                "target: {collection: inbox, id: n}",
                "fields: {n: int32}",
                "write: {operation: upsert}");
        for (String day : new String[] {"20261201", "20261203", "20261202"}) {
            input("m_" + day + ".csv", "n,v", "1," + day);
            Result imported = program.run("import", "inbox");

            assertThat(imported.exitCode()).as(imported.err()).isZero();
            String warning = "in/m_20261203.csv was imported by run 2: records of this older file replace newer ones";
            if (day.endsWith("02")) {
                assertThat(imported.err()).contains(warning);
            } else {
                assertThat(imported.err()).doesNotContain("older file");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "empty=ok"})
    void filesWithoutMarkersAreNoDelivery(String empty) throws IOException {
        job(EACH + "after: {completed: done}, expect: {marker: '{file}.done'}");
        input("a.csv", "n", "1");
        String[] command = empty.isEmpty()
                ? new String[] {"import", "inbox", "--quiet"}
                : new String[] {"import", "inbox", "--quiet", empty};

        Result first = program.run(command);

        assertThat(first.exitCode()).isEqualTo(empty.isEmpty() ? 2 : 0);
        if (empty.isEmpty()) {
            assertThat(first.out()).contains("inbox: no new file is complete: ", "a.csv; write empty: ok");
        }
        input("b.csv", "n", "2");
        file("in/b.csv.done", "");
        assertThat(program.run(command).exitCode()).isZero();
    }

    @Test
    void undoNamesItsFile() throws IOException {
        job(EACH + "after: {completed: done}");
        input("a.csv", "n", "1");
        program.run("import", "inbox");

        assertThat(program.run("files", "inbox").out()).contains("needs the number of a run: 'mongohaul report inbox'");
        assertThat(program.run("undo", "1", "--dry-run").out()).contains("an undo of run 1 of a.csv would take back");
        assertThat(program.run("undo", "1").out()).contains("undo of run 1 of a.csv completed");
    }

    @Test
    void namedFileWithoutItsMarkerIsRefused() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file, after: {completed: done}, expect: {marker: '{file}.done', records: '{file}.count'}}",
                "target: {collection: inbox, id: [n]}",
                "fields: {n: int32}",
                "rejects: {limit: 5}");
        input("a.csv", "n", "1", "x");
        input("a.csv.count", "2");

        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(2);
        Result named = program.run("import", "inbox", "files=in/a.csv");
        assertThat(named.exitCode()).isEqualTo(2);
        assertThat(named.out()).contains("in/a.csv.done is missing");
        assertRefused(program.run("diff", "inbox", "files=in/a.csv"), 2, "in/a.csv.done is missing");

        input("a.csv.done", "");
        assertThat(program.run("import", "inbox").exitCode()).isEqualTo(10);
        Path rejects = folder.resolve("rejects/inbox-1.csv");
        Files.writeString(rejects, Files.readString(rejects).replace("x", "7"));
        Files.setLastModifiedTime(rejects, FileTime.fromMillis(0));
        assertThat(program.run("import", "inbox", "files=rejects/inbox-1.csv").exitCode())
                .isZero();
        Result verified = program.run("verify", "2");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    }

    @Test
    void missingFileOfACommandIsRefusedAlsoIfTheJobMayFindNone() throws IOException {
        file(
                "jobs/inbox.yml",
                "source: {files: in/*.csv, each: file}",
                "target: {collection: inbox, id: [n]}",
                "empty: ok");
        input("a.csv", "n", "1");
        assertThat(program.run("import", "inbox").exitCode()).isZero();

        assertRefused(program.run("import", "in/nope.csv", "--like", "1"), 2, "in/nope.csv: no such file");
        assertRefused(program.run("import", "inbox", "files=in/nope.csv"), 2, "in/nope.csv: no such file");
    }

    @Test
    void wrongNumberOfTheSenderIsCorrectedAndComparedAgain() throws IOException {
        job("expect: {records: '{file}.count'}");
        input("a.csv", "n", "1");
        input("a.csv.count", "5");

        Result wrong = program.run("import", "inbox");
        input("a.csv.count", "1");
        Result corrected = program.run("import", "inbox");

        assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(12);
        assertThat(wrong.out())
                .contains("Next: if the number is wrong, correct it and give the same command")
                .contains("if the file is wrong, 'mongohaul abandon 1' makes way for a file that is sent again");
        assertThat(corrected.exitCode()).as(corrected.out()).isZero();
    }

    @Test
    void wrongNumberOfAMovedFileIsComparedAgainByRestart() throws IOException {
        job("each: file, after: {failed: failed}, expect: {records: '{file}.count'}");
        input("a.csv", "n", "1");
        input("a.csv.count", "5");

        Result wrong = program.run("import", "inbox");
        Files.writeString(folder.resolve("failed/a.csv.count"), "1");

        assertThat(wrong.out()).contains("if the number is wrong, correct it and give 'mongohaul restart 1'");
        assertThat(program.run("restart", "1").exitCode()).isZero();
    }

    @Test
    void jsonKeepsLettersInTheLocaleC() throws IOException {
        job(EACH);
        input("K\u00e4se.csv", "n", "1");
        program.run("import", "inbox");

        JsonNode files = JsonMapper.shared()
                .readTree(program.with(Map.of(
                                "LC_ALL",
                                "C",
                                "MONGODB_URI",
                                Program.uri(database().getName())))
                        .run("files", "inbox", "--format=json")
                        .out());

        assertThat(files.get(0).path("path").asString()).endsWith("in/K\u00e4se.csv");
    }

    @Test
    void reportsSayWhereTheFileWent() throws IOException {
        job(EACH + "after: {completed: delete}");
        input("a.csv", "n", "1");
        program.run("import", "inbox");

        assertThat(program.run("report", "1").out()).containsPattern("(?m)^afterwards    deleted$");
        assertThat(program.run("report", "--import=1").out()).containsPattern("(?m)^afterwards    deleted$");
        JsonNode file = json("report", "1", "--format=json").at("/knownFiles/0");
        assertThat(file.at("/path").asString())
                .isEqualTo(folder.resolve("in/a.csv").toString());
        assertThat(file.at("/went").asString()).isEqualTo("deleted");
        assertThat(file.at("/waits").asBoolean()).isFalse();
        assertThat(json("report", "--import=1", "--format=json")
                        .at("/knownFiles/0/outcome")
                        .asString())
                .isEqualTo("completed");
        assertThat(json("report", "--format=json").get(0).has("knownFiles")).isFalse();
    }

    @Test
    void filesAreNotMovedThroughAPlantedLink() throws IOException {
        job(EACH + MOVE);
        input("a.yml", "n", "1");
        Files.createSymbolicLink(folder.resolve("done"), Path.of("jobs"));

        Result result = program.run("import", "inbox", "files=in/*.yml");

        assertThat(result.out()).contains("not yet moved to done/a.yml: cannot be moved: ", "is a link");
        assertThat(folder.resolve("jobs/a.yml")).doesNotExist();
        assertThat(folder.resolve("in/a.yml")).exists();

        Files.delete(folder.resolve("done"));
        assertThat(program.run("import", "inbox", "files=in/*.yml").out()).contains("; moved to done/a.yml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in/done", "in/deep/{date}", "jobs", "in/../jobs/"})
    void filesAreNotMovedToWhereSendersOrJobsAre(String to) throws IOException {
        job(EACH + "after: {completed: '%s'}".formatted(to));
        input("a.csv", "n", "1");

        Result result = program.run("import", "inbox");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("source.after: " + folder);
        assertThat(folder.resolve("in/a.csv")).exists();
    }

    @Test
    void filesBehindALinkAreNotDeleted() throws IOException {
        job(EACH + "after: {completed: delete}");
        input("a.csv", "n", "1");
        Path victim = Files.writeString(
                Files.createDirectory(folder.resolve("victim")).resolve("b.csv"), "n\n2\n");
        Files.createSymbolicLink(folder.resolve("in/sub"), Path.of("../victim"));

        assertThat(program.run("import", "inbox", "files=in/**.csv").out())
                .contains("in/a.csv: completed")
                .doesNotContain("b.csv");
        assertThat(folder.resolve("in/a.csv")).doesNotExist();
        assertThat(program.run("import", "inbox", "files=in/sub/b.csv").err()).contains("in/sub is a link");
        assertThat(victim).exists();
    }

    @Test
    void fileThatStaysIsNotMentioned() throws IOException {
        job("");
        input("a.csv", "n", "1");
        Result result = program.run("import", "inbox");

        assertThat(result.out()).startsWith("inbox: completed (run 1)").doesNotContain("a.csv");
        assertThat(program.run("report", "1").out()).doesNotContain("afterwards");
    }

    @Test
    void summarySaysWhereEachFileWent() throws IOException {
        job(MOVE);
        input("a.csv", "n", "1");
        input("b.csv", "n", "2");

        Result result = program.run("import", "inbox");

        assertThat(result.out())
                .startsWith("inbox: completed (run 1)")
                .contains(
                        "%nin/a.csv: moved to done/a.csv%nin/b.csv: moved to done/b.csv%n".formatted(), "Look at the");
        assertThat(program.run("report", "1").out())
                .contains("afterwards    %s: moved to %s; "
                        .formatted(folder.resolve("in/a.csv"), folder.resolve("done/a.csv")));
    }

    @Test
    void moveThatFailsIsSaidAndMadeGood() throws IOException {
        job(EACH + MOVE);
        input("a.csv", "n", "1");
        Path obstacle = file("done", "no folder");

        Result failed = program.run("import", "inbox");

        assertThat(failed.out())
                .containsPattern(
                        "(?m)^in/a.csv: completed \\(run 1\\), .*; not yet moved to done/a.csv: cannot be moved: ");
        assertThat(failed.exitCode()).isZero();
        assertThat(program.run("import", "inbox").out())
                .contains("in/a.csv: was imported before; not yet moved to done/a.csv: cannot be moved: ");
        assertThat(program.run("report", "1").out()).contains("afterwards    not yet moved to ");

        Files.delete(obstacle);
        assertThat(program.run("import", "inbox").out()).contains("in/a.csv: was imported before; moved to done/a.csv");
        assertThat(folder.resolve("done/a.csv")).exists();
        JsonNode file = json("files", "inbox", "--format=json").get(0);
        assertThat(file.at("/reason").isNull()).isTrue();
        assertThat(file.at("/waits").asBoolean()).isFalse();
    }

    @Test
    void moveOfFilesThatWereImportedTogetherIsMadeGood() throws IOException {
        job(MOVE);
        input("a.csv", "n", "1");
        Path obstacle = file("done", "no folder");

        Result failed = program.run("import", "inbox");

        assertThat(failed.out()).contains("in/a.csv: not yet moved to done/a.csv: cannot be moved: ");
        assertThat(failed.exitCode()).isZero();
        Files.delete(obstacle);
        assertThat(program.run("import", "inbox").out()).contains("nothing to do", "in/a.csv: moved to done/a.csv");
        assertThat(program.run("report", "1").out()).contains("afterwards    moved to " + folder.resolve("done/a.csv"));
    }

    @Test
    void tableOfFilesHasTheirOutcomes() throws IOException {
        job(EACH + MOVE);
        input("a.csv", "n", "1");
        input("b.csv", "other", "2");
        program.run("import", "inbox");

        assertThat(program.run("files", "inbox").out())
                .contains("Files, the newest first:")
                .containsPattern("in/a.csv +4 .* completed +1 .*done/a.csv")
                .containsPattern("in/b.csv +8 .* refused .*failed/b.csv +\\S+");
        assertThat(program.run("files", "inbox", "--limit=1").out())
                .contains("1 more: 'mongohaul files inbox --limit=2' lists all of them.");
        assertThat(json("files", "inbox", "--limit=1", "--format=json")).hasSize(1);
        assertThat(json("files", "inbox", "--since=1h", "--format=json")).hasSize(2);
        String later = LocalDateTime.now(ZoneId.systemDefault())
                .plusDays(1)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        assertThat(json("files", "inbox", "--since=" + later, "--format=json")).isEmpty();
        assertThat(program.run("files", "inbox", "--limit=0").exitCode()).isEqualTo(2);
        assertThat(program.run("files", "other").out()).contains("Nothing is known of files of the job \"other\"");
    }

    @Test
    void eachFileIsCheckedAlone() throws IOException {
        job(EACH + "expect: {marker: '{file}.done', records: '{file}.count'}");
        for (String name : new String[] {"a.csv", "b.csv", "c.csv", "d.csv", "e.csv"}) {
            input(name, name.equals("c.csv") ? "other" : "n", "1", "2");
            file("in/" + name + ".done", "");
            file("in/" + name + ".count", name.equals("b.csv") ? "3" : "2");
        }
        Files.delete(folder.resolve("in/d.csv.done"));
        Files.delete(folder.resolve("in/e.csv.count"));
        Program offline = program.with(Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/"));

        Result result = offline.run("check", "inbox", "fields.n=int32");

        assertThat(result.out().lines())
                .hasSize(6)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("in/a.csv: an import would complete, 2 read, 2 to be written, 0 rejected, "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("in/b.csv: ")
                        .contains("an import would fail: 2 records were read, and source.expect.records says 3"))
                .anySatisfy(line -> assertThat(line).startsWith("in/c.csv: ").contains("\"n\""))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("in/d.csv: its marker ")
                        .endsWith("d.csv.done is missing; an import leaves it"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("in/e.csv: ")
                        .contains("number of records", "e.csv.count of", "is missing"));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isEmpty();

        JsonNode json = JsonMapper.shared()
                .readTree(offline.run("check", "inbox", "fields.n=int32", "--format=json")
                        .out());
        assertThat(json.findValuesAsString("status"))
                .containsExactly("completed", "limit-exceeded", "refused", "left", "refused");
    }

    @Test
    void headerOfEachFileIsComparedWithTheLastImport() throws IOException {
        job(EACH);
        input("a.csv", "n", "1");
        program.run("import", "inbox");
        input("b.csv", "n,m", "2,3");
        input("c.csv", "m", "4");

        Result result = program.run("check", "inbox", "--drift");

        assertThat(result.out().lines())
                .anySatisfy(line ->
                        assertThat(line).startsWith("in/a.csv: an import would").doesNotContain("drift"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("in/b.csv: an import would").contains("; drift: ", "\"m\""))
                .anySatisfy(line -> assertThat(line).startsWith("in/c.csv: ").contains("lacks the column \"n\""));
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void onlyFileIsCheckedInFull() throws IOException {
        job("each: newest");
        input("a.csv", "n", "1");

        assertThat(program.run("check", "inbox").out()).contains("What a check cannot know:", "inbox: an import would");
        input("b.csv", "n", "2");
        assertThat(program.run("check", "inbox").out())
                .contains("in/a.csv: is skipped, because the job imports the newest file only")
                .contains("in/b.csv: an import would complete, 1 read");
        Files.delete(folder.resolve("in/a.csv"));
        Files.delete(folder.resolve("in/b.csv"));
        assertThat(program.run("check", "inbox").exitCode()).isEqualTo(2);
        assertThat(program.run("check", "inbox", "empty=ok").out()).contains("nothing to import");
    }

    @Test
    void severalFilesHaveAHintOnBothWays() throws IOException {
        input("a.csv", "n", "1");
        input("b.csv", "n", "2");
        String hint =
                "The 2 files are one import (source.each: together). With source.each: file, or 'import --each-file'";

        assertThat(program.run("infer", "in/*.csv").err()).containsOnlyOnce(hint);
        assertThat(program.run("infer", "in/*.csv").out()).contains("  # each: file  # one import for each file;");
        assertThat(program.run("infer", "in/a.csv").err()).isEmpty();
        assertThat(program.run("infer", "in/a.csv").out()).doesNotContain("each: file");
        assertThat(program.run("infer", "in/*.csv", "source.each=file"))
                .satisfies(result -> assertThat(result.err()).isEmpty())
                .satisfies(result ->
                        assertThat(result.out()).contains("  each: file\n").doesNotContain("# each: file"));
        assertThat(program.run("import", "in/*.csv", "--collection=one", "--each-file", "--yes")
                        .err())
                .doesNotContain("are one import");
        assertThat(program.run("import", "in/*.csv", "--collection=both", "--yes")
                        .err())
                .containsOnlyOnce(hint);
    }

    private void job(String source) {
        file("jobs/inbox.yml", "source: {files: in/*.csv, " + source + "}", "target: {collection: inbox}");
    }

    /** Writes a file whose last change is a while ago. */
    private void input(String name, String... lines) throws IOException {
        Files.setLastModifiedTime(
                file("in/" + name, lines), FileTime.from(Instant.now().minusSeconds(600)));
    }

    private JsonNode json(String... arguments) {
        return JsonMapper.shared().readTree(program.run(arguments).out());
    }
}
