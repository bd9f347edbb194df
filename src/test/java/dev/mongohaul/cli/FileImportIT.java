package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class FileImportIT extends ProgramTest {

    @Test
    void columnOfTheIdIsTheId() {
        file("a.csv", "_id,name", "7,a", "8,b");
        file("b.csv", "_id,name", "7,a", "7,b", "7,a", "9,c");
        file("c.csv", "_id,name", "7,a", ",b");

        assertThat(program.run("import", "a.csv").exitCode()).isZero();
        assertThat(program.run("import", "b.csv").exitCode()).isEqualTo(12);
        assertThat(program.run("import", "b.csv", "--collection=a", "rejects.limit=9")
                        .exitCode())
                .isEqualTo(10);
        assertThat(program.run("import", "c.csv").out()).contains("_id_2");

        assertThat(collection("a").find().sort(new Document("_id", 1)))
                .containsExactly(
                        new Document("_id", 7).append("name", "a"),
                        new Document("_id", 8).append("name", "b"),
                        new Document("_id", 9).append("name", "c"));
        assertThat(collection("b").distinct("_id", Integer.class)).containsExactly(7, 9);
        assertThat(collection("c").countDocuments()).isEqualTo(2);
    }

    @Test
    void upsertOfARepeatedIdReplacesTheDocumentOfTheNightBefore() {
        file("mon.csv", "_id,v", "1,a", "2,b");
        file("tue.csv", "_id,v", "1,c", "1,d", "3,e");

        assertThat(program.run("import", "mon.csv", "--collection=nights", "--id=_id")
                        .exitCode())
                .isZero();
        assertThat(program.run("import", "tue.csv", "--collection=nights", "--operation=upsert")
                        .exitCode())
                .isZero();

        assertThat(collection("nights").find().sort(new Document("_id", 1)))
                .containsExactly(
                        new Document("_id", 1).append("v", "d"),
                        new Document("_id", 2).append("v", "b"),
                        new Document("_id", 3).append("v", "e"));
    }

    @Test
    void deleteNeedsTheColumnsOfTheKeyOnly() {
        file("all.csv", "shop,nr,name", "1,7,a", "1,8,b");
        file("gone.csv", "shop,nr", "1,7");

        assertThat(program.run("import", "all.csv", "--collection=rows", "--operation=upsert", "--match=shop,nr")
                        .exitCode())
                .isZero();
        Result deleted =
                program.run("import", "gone.csv", "--collection=rows", "--operation=delete", "--match=shop,nr");

        assertThat(deleted.exitCode()).as(deleted.err()).isZero();
        assertThat(collection("rows").distinct("nr", Integer.class)).containsExactly(8);
    }

    @Test
    void indexThatIsNotUniqueIsNamedWithTheWayToDropIt() {
        file("rows.csv", "shop,nr,name", "1,7,a");
        collection("rows").createIndex(new Document("shop", 1).append("nr", 1));
        String[] upsert = {"import", "rows.csv", "--operation=upsert", "--match=shop,nr"};

        Result refused = program.run(upsert);

        assertThat(refused.out() + refused.err())
                .contains("the index shop_1_nr_1 of these fields has other options. Drop it in mongosh,"
                        + " db.getCollection(\"rows\").dropIndex(\"shop_1_nr_1\"), and run the same command again");
        collection("rows").dropIndex("shop_1_nr_1");
        assertThat(program.run(upsert).exitCode()).isZero();
        assertThat(collection("rows").countDocuments()).isEqualTo(1);
    }

    @Test
    void archiveInAPipeIsAnsweredWithItsProgram() throws IOException {
        Path packed = Files.write(folder.resolve("packed"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0});

        assertRefused(
                program.runWith(packed, "import", "-", "--collection=c"),
                2,
                "standard input is a gzip archive. Pipe it through 'gunzip -c'.");
    }

    @Test
    void headerOfAnOptionIsAListOfNames() {
        file("only.csv", "7,a");

        assertThat(program.run("import", "only.csv", "--header", "id,name").exitCode())
                .isZero();

        assertThat(collection("only").find().first()).containsEntry("id", 7).containsEntry("name", "a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "id,name\n", "id,name", "\n\n"})
    void fileWithoutARecordIsNothingToDoIfTheCommandAllowsIt(String text) throws IOException {
        Path empty = Files.writeString(folder.resolve("none.csv"), text);

        for (String input : List.of("none.csv", "-")) {
            Result allowed = program.runWith(empty, "import", input, "--collection=none", "empty=ok");
            assertThat(allowed.exitCode()).as(allowed.err()).isZero();
            assertThat(allowed.out())
                    .isEqualTo("none: nothing to import, which the job allows (empty: ok)%n".formatted());
            assertThat(program.runWith(empty, "import", input, "--collection=none")
                            .exitCode())
                    .isEqualTo(2);
        }
        assertThat(database().listCollectionNames()).doesNotContain("none");
    }

    @Test
    void columnsOfAFileAreInferred() {
        file("log.csv", "time,level,ms", "2026-11-01T10:00:00Z,INFO,12", "2026-11-01T10:00:01Z,WARN,7");

        Result result = program.run("import", "log.csv");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out().lines().map(String::strip))
                .containsSubsequence(
                        "log: log.csv; UTF-8, delimiter ',', quote '\"'",
                        "time    instant  time",
                        "level   string   level",
                        "ms      int32    ms")
                .contains("log: completed (run 1)");
        assertThat(collection("log").find().projection(new Document("_id", 0)))
                .containsExactly(
                        new Document("time", Date.from(Instant.parse("2026-11-01T10:00:00Z")))
                                .append("level", "INFO")
                                .append("ms", 12),
                        new Document("time", Date.from(Instant.parse("2026-11-01T10:00:01Z")))
                                .append("level", "WARN")
                                .append("ms", 7));
        assertThat(collection("log").find())
                .allSatisfy(document -> assertThat(document.get("_id")).isInstanceOf(ObjectId.class));
        assertThat(program.run("report", "log").out()).contains("job           log");
    }

    @Test
    void fileWithoutACommandIsImported() {
        file("log.csv", "a,b", "1,x", "2,y");

        Result result = program.run("log.csv", "--collection=lines", "blanks=omit");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("lines: completed (run 1)");
        assertThat(collection("lines").countDocuments()).isEqualTo(2);
        assertThat(program.run("jobs/products.yml").out()).contains("products: completed (run 2)");
        assertRefused(program.run("lok.csv"), 2, "lok.csv: no such file (did you mean log.csv?)");
    }

    @Test
    void dateOfTwoColumnsIsProposedAndStored() {
        file("log.csv", "day,time,level", "13.01.2026,08:05,INFO", "14.01.2026,23:59,WARN", "14.01.2026,,WARN");
        String option = "day={type: date, from: [day, time], pattern: \"dd.MM.yyyy HH:mm\"}";

        assertThat(program.run("import", "log.csv", "--collection=text").out())
                .contains("day and time may be one date: --type '" + option + "'.");

        Result result = program.run("import", "log.csv", "--rejects.limit=1", "--type", option);

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(result.out())
                .contains("day: is not a date", "it is joined from the columns \"day\" and \"time\" (blank)")
                .contains("log.csv:4  \"14.01.2026\"");
        assertThat(collection("log").find().projection(new Document("_id", 0)))
                .containsExactly(
                        new Document("day", Date.from(Instant.parse("2026-01-13T08:05:00Z"))).append("level", "INFO"),
                        new Document("day", Date.from(Instant.parse("2026-01-14T23:59:00Z"))).append("level", "WARN"));
    }

    @Test
    void checkSaysOnceThatNumbersLostDigits() {
        file("ean.csv", "ean;price", "4,00638E+12;1,5", "4,00638E+12;2,5");

        Result result = program.run("check", "ean.csv");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat((result.out() + result.err()).split("2 numbers that a spreadsheet shortened", -1))
                .hasSize(2);
    }

    @Test
    void repeatedIdIsShownWithBothLines() {
        file("dup.csv", "id,name", "1,a", "2,b", "1,c");

        Result result = program.run("import", "dup.csv", "--id", "id");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(12);
        assertThat(result.out())
                .contains(
                        "dup.csv:4 has the _id of dup.csv:2. With --operation=add, a document that has the _id of a record is left as it is; with --operation=upsert, it is replaced\n");
        assertThat(program.run("import", "dup.csv", "--id", "id", "--operation=upsert", "--unfinished=abandon")
                        .exitCode())
                .isZero();
        assertThat(collection("dup").find(new Document("_id", 1)).first()).containsEntry("name", "c");
    }

    @Test
    void idOfAnotherDocumentIsNamedAsThat() {
        collection("dup").insertOne(new Document("_id", 1));
        file("dup.csv", "id,name", "1,a", "2,b");

        assertThat(program.run("import", "dup.csv", "--id", "id").out())
                .contains("dup.csv:2 has the _id of a document that is there already. With --operation=add");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refuse", "abandon"})
    void jobIsToldOfTheUnfinishedImportOfAFileOfItsName(String unfinished) {
        file("jobs/log.yml", "source: {files: night.csv}", "target: {collection: log}", "unfinished: " + unfinished);
        file("wrong.csv", "a,b", "1,x", "2", "3,z");
        file("night.csv", "a,b", "7,x", "8,y");
        assertThat(program.run("import", "wrong.csv", "--collection=log").exitCode())
                .isEqualTo(12);

        Result night = program.run("import", "log");

        assertThat(night.exitCode()).as(night.out() + night.err()).isEqualTo(unfinished.equals("refuse") ? 2 : 0);
        assertThat(night.out() + night.err())
                .contains(unfinished.equals("refuse") ? "mongohaul abandon 1" : "log: completed");
        assertThat(program.run("report", "1").out())
                .contains(unfinished.equals("refuse") ? "limit-exceeded" : "abandoned");
    }

    @Test
    void contentIsImportedOnce() {
        file("log.csv", "a,b", "1,x", "2,y");
        program.run("import", "log.csv");

        Result second = program.run("import", "log.csv");

        assertThat(second.out()).contains("log: nothing to do, this content was loaded by run 1.");
        assertThat(second.exitCode()).isZero();
        assertThat(collection("log").countDocuments()).isEqualTo(2);

        assertThat(program.run("import", "log.csv", "--again").exitCode()).isZero();
        assertThat(collection("log").countDocuments()).isEqualTo(4);
    }

    @Test
    void contentWhoseDocumentsAreGoneIsNotLoadedWithoutAWarning(CapturedOutput output) {
        file("log.csv", "a,b", "1,x", "2,y");
        String nothing =
                "log: nothing to do, this content was loaded by run %d. 'import' with --again loads it once more.";
        String gone = "log: " + database().getName() + ".log has no document now, and this content was loaded by run ";
        String[] deletion = {"import", "log.csv", "--id=a", "--operation=delete"};
        program.run("import", "log.csv", "--id=a");
        collection("log").drop();

        Result dropped = program.run("import", "log.csv", "--id=a", "--quiet");

        assertThat(output.getAll()).contains(gone + "1: --again");
        assertThat(dropped.exitCode()).isZero();
        assertThat(program.run("import", "log.csv", "--id=a", "--again").exitCode())
                .isZero();
        assertThat(program.run("import", "log.csv", "--id=a").out()).contains(nothing.formatted(2));
        assertThat(output.getAll()).doesNotContain(gone + "2");
        collection("log").deleteMany(new Document());
        assertThat(program.run("import", "log.csv", "--id=a").out())
                .contains(
                        "loaded by run 2; " + database().getName() + ".log has no document now. 'import' with --again");
        assertThat(output.getAll()).contains(gone + "2: --again");

        collection("log").insertOne(new Document("_id", 1));
        assertThat(program.run(deletion).exitCode()).isZero();
        assertThat(collection("log").countDocuments()).isZero();
        assertThat(program.run(deletion).out()).contains(nothing.formatted(3, ""));
    }

    @Test
    void optionsReplaceWhatIsInferred() {
        file("in.txt", "number;name;amount", "7;x;1", "8;y;2");

        Result result = program.run(
                "import",
                "in.txt",
                "--collection",
                "customers",
                "--id",
                "number,name",
                "--type",
                "amount=decimal",
                "--type=number=string",
                "--delimiter",
                ";",
                "--operation=upsert",
                "--chunk-size",
                "1");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("customers").find())
                .containsExactlyInAnyOrder(
                        new Document("_id", new Document("number", "7").append("name", "x"))
                                .append("number", "7")
                                .append("name", "x")
                                .append("amount", Decimal128.parse("1")),
                        new Document("_id", new Document("number", "8").append("name", "y"))
                                .append("number", "8")
                                .append("name", "y")
                                .append("amount", Decimal128.parse("2")));
        assertThat(program.run("report", "1", "--format=json").out()).contains("\"chunk-size\" : 1");
    }

    /** Decisions are stored with the import, in the words that it printed, and reported with the cells that decided. */
    @Test
    void decisionsAreReportedWithTheirEvidence() {
        file("in.csv", "nr;zip;qty", "1;01234;5", "2;52062;x", "3;Total;7");
        Result imported = program.run("import", "in.csv");

        List<JsonNode> decisions = JsonMapper.shared()
                .readTree(program.run("report", "1", "--format=json").out())
                .get("decisions")
                .valueStream()
                .toList();

        assertThat(decisions.get(0).toString()).isEqualTo("{\"why\":\"Inferred from all 3 records\"}");
        assertThat(decisions.stream()
                        .filter(decision -> decision.has("sentence"))
                        .map(decision -> decision.get("sentence").asString()))
                .isNotEmpty()
                .allSatisfy(sentence -> assertThat(imported.out().lines()).contains(sentence));
        JsonNode qty = decisions.stream()
                .filter(decision -> decision.path("setting").asString("").equals("fields.qty"))
                .findFirst()
                .orElseThrow();
        assertThat(qty.get("value").asString()).isEqualTo("string");
        assertThat(qty.get("evidence").valueStream().map(JsonNode::asString))
                .startsWith("3 cells, 0 blank", "int32: 2 of the first 3 cells; not \"x\" in line 3");
        assertThat(program.run("report", "1")
                        .out()
                        .lines()
                        .map(line -> line.strip().replaceAll(" +", " ")))
                .contains("setting value why")
                .anyMatch(line -> line.startsWith("fields.qty string qty: text, because of 1 of 3 cells"));
    }

    @Test
    void settingsOfGroupsNeedNoJobFile() throws IOException {
        file("in.csv", "id,name", "1,a", "2,b");
        file("in.csv.count", "2");

        Result result = program.run(
                "import",
                "in.csv",
                "source.expect.records={file}.count",
                "source.expect.marker={file}.count",
                "--source.after.completed=done");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("in").countDocuments()).isEqualTo(2);
        assertThatHas(folder.resolve("done")).contains("in.csv", "in.csv.count");
    }

    @Test
    void folderWithoutAFileIsAllowed() throws IOException {
        oldFile("in/a.csv", "id,name", "1,a");
        String[] nightly = {
            "import", "in/*.csv", "--collection=nightly", "--each-file", "--source.after.completed=delete", "--empty=ok"
        };

        assertThat(program.run(nightly).exitCode()).isZero();
        assertThat(folder.resolve("in")).isEmptyDirectory();
        Result result = program.run(nightly);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("nightly: nothing to import, which the job allows (empty: ok)");
        assertThat(collection("nightly").countDocuments()).isEqualTo(1);
    }

    @Test
    void fileWithOtherColumnsIsRefusedAlone() throws IOException {
        oldFile("in/a.csv", "id,amount", "1,10");
        oldFile("in/b.csv", "id", "2");
        oldFile("in/c.csv", "id,amount", "3,30");

        Result result = program.run("import", "in/*.csv", "--collection=apart", "--each-file", "--id=id");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.out()).contains("in/a.csv: completed", "in/b.csv: ", "amount", "in/c.csv: completed");
        assertThat(collection("apart").find().map(document -> document.get("_id")))
                .containsExactly(1, 3);

        oldFile("in/d.csv", "id,amount", "4,40");
        Result next = program.run(
                "import", "in/*.csv", "--collection=apart", "--each-file", "--id=id", "fields.amount=int32");

        assertThat(next.out()).contains("in/d.csv: completed", "1 refused");
        assertThat(collection("apart").countDocuments()).isEqualTo(3);
    }

    /** Writes a file that is certainly whole. */
    private void oldFile(String name, String... lines) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        file(name, lines);
        Files.setLastModifiedTime(
                folder.resolve(name), FileTime.from(Instant.now().minusSeconds(60)));
    }

    @Test
    void columnOfTheOperationIsNotStored() {
        file("in.csv", "id,op,name", "1,I,a");

        Result result = program.run(
                "import", "in.csv", "--id=id", "write.operation={column: op, values: {I: insert, D: delete}}");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("in").find().first()).containsOnlyKeys("_id", "id", "name");
    }

    @Test
    void plainColumnsAreText() {
        file("in.csv", "n,day", "1,2020-01-01", "2,2020-01-02");

        assertThat(program.run("import", "in.csv", "--plain").exitCode()).isZero();

        assertThat(collection("in").find().projection(new Document("_id", 0)))
                .containsExactly(
                        new Document("n", "1").append("day", "2020-01-01"),
                        new Document("n", "2").append("day", "2020-01-02"));
    }

    @Test
    void severalFilesGoIntoTheNamedCollection() {
        file("a-1.csv", "n", "1", "2");
        file("a-2.csv", "n", "3");

        assertThat(program.run("import", "a-*.csv", "--collection", "all", "--yes")
                        .exitCode())
                .isZero();
        assertThat(program.run("import", "a-2.csv", "a-1.csv", "--collection=both", "--delimiter=;")
                        .exitCode())
                .isZero();

        assertThat(collection("all").distinct("n", Integer.class)).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(collection("both").distinct("n", Integer.class)).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void savedJobRecognizesTheContent() throws IOException {
        file("shop orders.csv", "number;day;total", "1;01.02.2020;1,50", "2;03.02.2020;2,50");
        Result first = program.run("import", "shop orders.csv", "--id=number", "--save", "--type", "total=string");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).contains("The job is saved as jobs/shop-orders.yml.");

        Result second = program.run("import", "shop-orders");

        assertThat(second.out()).contains("shop-orders: nothing to do, this content was loaded by run 1.");
        assertThat(collection("shop-orders").find())
                .containsExactly(
                        new Document("_id", 1)
                                .append("number", 1)
                                .append("day", Date.from(Instant.parse("2020-02-01T00:00:00Z")))
                                .append("total", "1,50"),
                        new Document("_id", 2)
                                .append("number", 2)
                                .append("day", Date.from(Instant.parse("2020-02-03T00:00:00Z")))
                                .append("total", "2,50"));

        String saved = Files.readString(folder.resolve("jobs/shop-orders.yml"));
        assertRefused(
                program.run("import", "shop orders.csv", "--save"),
                2,
                "jobs/shop-orders.yml exists already, and --save does not overwrite it.");
        assertThat(folder.resolve("jobs/shop-orders.yml")).hasContent(saved);
    }

    @Test
    void importWithoutARecordAsksForAnotherType() throws IOException {
        file("in.csv", ("n,v" + " x,1".repeat(12)).split(" "));

        Result first = program.run("import", "in.csv", "--type=n=int32");

        assertThat(first.exitCode()).as(first.err()).isEqualTo(12);
        assertThat(first.out())
                .contains("Correct the type of the column with --type, abandon this import")
                .doesNotContain("Either correct", "rejects.limit=12");
        assertThat(program.run("report", "1").out()).doesNotContain("job file, abandon");
    }

    @ParameterizedTest
    @CsvSource({"0, 12", "1, 10"})
    void correctedRejectsAreImportedLikeTheirRun(String limit, int exitCode) throws IOException {
        file("in.csv", "n;day", "1;01.02.2020", "x;02.02.2020", "3;03.02.2020");
        Result first = program.run("import", "in.csv", "--type=n=int32", "--rejects.limit", limit);
        assertThat(first.exitCode()).as(first.err()).isEqualTo(exitCode);
        assertThat(first.out())
                .contains(
                        exitCode == 12
                                ? "Either correct rejects/in-1.csv where it is, and give 'mongohaul import rejects/in-1.csv --like 1', then 'mongohaul restart 1 rejects.limit=1', which completes this import; or follow these steps:"
                                : "Import the fixed file with 'mongohaul import FILE --like 1'");
        Path rejects = folder.resolve("rejects/in-1.csv");
        assertThat(rejects).hasContent("n;day\nx;02.02.2020\n");
        Files.writeString(rejects, Files.readString(rejects).replace("x;", "2;"));

        Result second = program.run("import", "rejects/in-1.csv", "--like=1");

        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(collection("in").find(new Document("n", 2)).projection(new Document("_id", 0)))
                .containsExactly(new Document("n", 2).append("day", Date.from(Instant.parse("2020-02-02T00:00:00Z"))));
        if (exitCode == 12) {
            assertThat(program.run("restart", "1", "rejects.limit=1").exitCode())
                    .isEqualTo(10);
        }
        assertThat(program.run("import", "in.csv").out()).contains("nothing to do");
        file("in.csv", "n;day", "4;04.02.2020");
        assertThat(program.run("import", "in.csv").exitCode()).isZero();
        assertThat(collection("in").countDocuments()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void linesAboveTheHeaderMayBeRemovedFromCorrectedRejects(boolean removed) throws IOException {
        file("in.csv", "Report of June", "", "n;day", "1;01.02.2020", "x;02.02.2020", "3;03.02.2020");
        assertThat(program.run("import", "in.csv", "--type=n=int32", "--rejects.limit=1", "--collection=c")
                        .exitCode())
                .isEqualTo(10);
        Path rejects = folder.resolve("rejects/c-1.csv");
        String corrected = Files.readString(rejects).replace("x;", "2;");
        Files.writeString(rejects, removed ? corrected.strip() + "\n" : corrected);

        Result second = program.run("import", "rejects/c-1.csv", "--like=1");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(collection("c").countDocuments(new Document("n", 2))).isOne();
    }

    @Test
    void wrongColumnsOfAMatchAreRefusedBeforeAnIndexIsMade() {
        file("in.csv", "number,name,city", "1,a,x", "2,b,y");

        assertRefused(
                program.run("import", "in.csv", "--operation=upsert", "--match=[number,nme]"),
                2,
                "write.match names the column \"nme\", which the header lacks (did you mean name?).");
        assertThat(program.run("import", "in.csv", "--operation=upsert", "--match", "number,name")
                        .exitCode())
                .isZero();
        assertThat(collection("in").countDocuments()).isEqualTo(2);
        assertThat(collection("in").listIndexes())
                .extracting(index -> index.get("name"))
                .containsExactlyInAnyOrder("_id_", "number_1_name_1");
    }

    @Test
    void laterFileIsUpsertedByTheIdOfTheFirst() {
        file("a.csv", "number,name", "1,a", "2,b");
        program.run("import", "a.csv", "--id=number", "--collection=kept");
        file("b.csv", "number,name", "1,a", "2,c");

        Result upsert = program.run("import", "b.csv", "--collection=kept", "--operation=upsert");

        assertThat(upsert.exitCode()).as(upsert.err()).isZero();
        assertThat(collection("kept").countDocuments()).isEqualTo(2);
        file("c.csv", "1,a", "3,d");
        Result withoutHeader =
                program.run("import", "c.csv", "--collection=names", "--header=[number,name]", "--operation=insert");
        assertThat(withoutHeader.exitCode()).as(withoutHeader.err()).isZero();
        assertThat(collection("names").countDocuments()).isEqualTo(2);
        assertRefused(
                program.run("import", "b.csv", "--collection=others", "--operation=upsert"),
                2,
                "has no key to find documents by: upsert needs target.id or write.match");
    }

    @Test
    void restartUsesTheMappingOfTheFirstRun() {
        file("in.csv", "n,text", "1,a", "2,b", "x,c", "4,d");
        Result first = program.run("import", "in.csv", "--type", "n=int64", "--chunk-size=1", "--grid-size=1");
        assertThat(first.exitCode()).isEqualTo(12);

        Result second = program.run("restart", "1", "--rejects.limit=1");

        assertThat(second.exitCode()).as(second.err()).isEqualTo(10);
        assertThat(collection("in").find().projection(new Document("_id", 0)))
                .containsExactlyInAnyOrder(
                        new Document("n", 1L).append("text", "a"),
                        new Document("n", 2L).append("text", "b"),
                        new Document("n", 4L).append("text", "d"));
        assertThat(program.run("report", "1").out()).contains("in").doesNotContain("jobs/in.yml");
    }

    @Test
    void standardInputIsReadOnce() throws IOException {
        Path input = folder.resolve("large.csv");
        StringBuilder csv = new StringBuilder("n,text\n");
        for (int n = 0; n < 300_000; n++) {
            csv.append(n)
                    .append(",\"a text that makes the records of the input longer, ")
                    .append(n)
                    .append("\"\n");
        }
        Files.writeString(input, csv.append("unknown,the first 16 MiB do not have this record\n"));
        assertThat(Files.size(input)).isGreaterThan(16 << 20);

        Result result = program.runWith(input, "import", "-", "--collection", "piped", "--rejects.limit=1");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(collection("piped").countDocuments()).isEqualTo(300_000);
        assertThat(collection("piped").find(new Document("n", 299_999)).projection(new Document("_id", 0)))
                .containsExactly(new Document("n", 299_999)
                        .append("text", "a text that makes the records of the input longer, 299999"));
    }

    @ParameterizedTest
    @CsvSource({"import", "check"})
    void guessedColumnsAreRefused(String command) {
        file("in.csv", "last, first|age", "A, B|1", "C, D|2");

        assertRefused(
                program.run(command, "in.csv"),
                2,
                "in.csv can be divided into 2 columns by '|' and by ','. Name the delimiter, such as --delimiter ';' or"
                        + " --delimiter '\\t', or add --yes to import the file so");
        assertThat(program.run(command, "in.csv", "--yes").exitCode()).isZero();
        assertThat(program.run(command, "in.csv", "--delimiter=,", "--collection=other")
                        .exitCode())
                .isZero();
    }

    @Test
    void wideFileShowsColumnsThatNeedALook() {
        String header = IntStream.range(0, 30).mapToObj(column -> "c" + column).collect(Collectors.joining(","));
        String record = IntStream.range(0, 30)
                .mapToObj(column -> column == 25 ? "01234" : String.valueOf(column))
                .collect(Collectors.joining(","));
        file("in.csv", header, record, record.replace("01234", "41234"));

        String few = program.run("import", "in.csv").out();
        String all =
                program.run("import", "in.csv", "--all", "--collection=all").out();

        assertThat(few.lines().map(String::strip))
                .contains("c25     string   c25", "c0      int32    c0", "and 20 more columns; --all shows them")
                .noneMatch(line -> line.startsWith("c20"));
        assertThat(all.lines().map(String::strip)).contains("c20     int32    c20", "c29     int32    c29");
    }

    @Test
    void strictTypesRejectFewCells() {
        file(
                "in.csv",
                IntStream.range(0, 200)
                        .mapToObj(row -> row == 0 ? "key;qty" : "k" + row + ";" + (row == 40 ? "many" : row))
                        .toArray(String[]::new));

        Result result = program.run("import", "in.csv", "--strict-types", "--rejects.limit=1");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(result.out()).contains("1 of 199 cells, \"many\" in line 41 is rejected");
        assertThat(collection("in").countDocuments(new Document("qty", 41))).isOne();
    }

    @Test
    void checkOfAFileNeedsNoServer() {
        file("in.csv", "n,m", "1,a", "2,b");

        Result result = program.with(Map.of("MONGODB_URI", "mongodb://unknown.invalid"))
                .run("check", "in.csv", "--format=json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(Document.parse(result.out())).containsEntry("job", "in").containsEntry("writable", 2);
        assertThatFolderHas().contains("in.csv").doesNotContain(".mongohaul");
    }

    @Test
    void jobHasPrecedenceOverAFileOfItsName() {
        file("products", "sku", "1");

        assertThat(program.run("import", "products").exitCode()).isZero();

        assertThat(collection("products").countDocuments()).isEqualTo(1000);
        assertThat(List.of(folder.toFile().list())).contains("products");
    }
}
