package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of files without a job file into a collection that had one before. */
class LaterImportsIT extends ProgramTest {

    private static final String[] UPSERT = {"--id=nr", "--operation=upsert"};

    @Test
    void fileOfASeriesNamesTheCollectionOfAll() {
        file("orders-2026-W47.csv", "nr,v", "1001,b");

        assertThat(program.run("import", "orders-2026-W47.csv").out())
                .contains(
                        "The collection orders-2026-W47 takes the files of this name only. With --collection orders,");
        assertThat(program.run("import", "orders-2026-W47.csv", "--collection=c")
                        .out())
                .doesNotContain("of this name only");
    }

    @Test
    void columnsWhoseHeaderHasTypesOfMongoimportAreFoundInAnyOrder() {
        file("mon.csv", "nr.string(),price.decimal()", "0071,9.90");
        file("tue.csv", "price.decimal(),nr.string()", "1.90,0072");
        // As 'mongohaul mongoimport --headerline --columnsHaveTypes' translates it.
        String[] types = {
            "--header=true",
            "--type=nr.string()={type: string, to: \"nr\"}",
            "--type=price.decimal()={type: decimal, to: \"price\"}"
        };

        assertThat(load("mon.csv", types).exitCode()).isZero();
        assertThat(load("tue.csv", types).exitCode()).isZero();

        assertThat(collection("c").distinct("nr", String.class)).containsExactly("0071", "0072");
    }

    @Test
    void proposedTypeReadsMarkersAsBlank() {
        file("in.csv", "nr,zip", "1,01234", "2,n/a", "3,56789");

        assertThat(load("in.csv").out()).contains("; to change it: --type 'zip={type: int32, nulls: [\"\", n/a]}'.");
        assertThat(program.run("import", "in.csv", "--collection=d", "--type=zip={type: int32, nulls: [\"\", n/a]}")
                        .exitCode())
                .isZero();
    }

    @Test
    void markersThatTheTypeRejectsAreProposedAsNulls() {
        file("mon.csv", "nr,v", "1,5", "2,6");
        file("tue.csv", "nr,v", "3,7", "4,n/a");
        load("mon.csv", UPSERT);

        Result second = load("tue.csv", UPSERT);

        assertThat(second.exitCode()).isEqualTo(12);
        assertThat(second.out()).contains("; --type 'v={type: int32, nulls: [\"\", n/a]}' reads them as blank.");
        program.run("abandon", "2");
        assertThat(load("tue.csv", "--id=nr", "--operation=upsert", "--type=v={type: int32, nulls: [\"\", n/a]}")
                        .exitCode())
                .isZero();
    }

    @Test
    void firstImportSaysThatItDecides() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");

        Result first = load("mon.csv");

        assertThat(first.out())
                .contains(
                        "later imports of files into c have these types, names and dialect; --infer-again infers them");
        file("tue.csv", "nr,v", "1001,c", "1002,d");
        assertThat(load("tue.csv").out())
                .contains("Types, names and dialect are those of run 1 of mon.csv. --infer-again infers them again")
                .doesNotContain("Later imports");
    }

    /** Keys of two nights, of which one file alone would have another type. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0071 1001 1002 | 1001 1002",
                "+49 1001 1002 | 1001 1002",
                "A7 1001 1002 | 1001 1002",
                "12345678901234567890 1001 1002 | 1001 1002",
                "2.5 1001 1002 | 1001 1002",
                "03/04/2024 05/06/2024 | 03/04/2024 05/06/2024 13/04/2024",
                "13/04/2024 05/06/2024 | 05/06/2024 05/06/2025",
                "true no | true false",
                "5000000000 1001 | 1001 1002",
                "6f9619ff-8b86-d011-b42d-00cf4fc964ff x | 6f9619ff-8b86-d011-b42d-00cf4fc964ff",
                "507f1f77bcf86cd799439011 x | 507f1f77bcf86cd799439011",
                "2024-01-01 soon | 2024-01-01 2024-01-02"
            })
    void keysOfTwoNightsHaveOneType(String monday, String tuesday) {
        List<String> then = List.of(monday.strip().split(" ", -1));
        List<String> now = List.of(tuesday.strip().split(" ", -1));
        file("mon.csv", table(then, "m"));
        file("tue.csv", table(now, "t"));
        assertThat(load("mon.csv", UPSERT).exitCode()).isZero();

        Result second = load("tue.csv", UPSERT);

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        long keys = Stream.concat(then.stream(), now.stream()).distinct().count();
        assertThat(collection("c").countDocuments()).isEqualTo(keys);
        assertThat(ids().map(Object::getClass).distinct()).hasSize(1);
        assertThat(collection("c").countDocuments(new Document("v", "t"))).isEqualTo(now.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0071 1001 | =\"0071\" 1002", "=\"0071\" 1001 | 0071 1002", "A7 B8 | =\"A7\" =\"C9\""})
    void formulasOfAnotherNightAreTheSameKeys(String monday, String tuesday) {
        List<String> then = List.of(monday.strip().split(" "));
        List<String> now = List.of(tuesday.strip().split(" "));
        file("mon.csv", table(then, "m"));
        file("tue.csv", table(now, "t"));
        assertThat(load("mon.csv", UPSERT).exitCode()).isZero();

        Result second = load("tue.csv", UPSERT);

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(ids()).hasSize(3).noneMatch(id -> id.toString().contains("="));
        assertThat(second.out().contains("Column \"nr\" has formulas such as")).isEqualTo(tuesday.contains("="));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1001 1002 | 1001 0071 | int32 | string",
                "1001 1002 | 1001 A7 | int32 | string",
                "1001 1002 | 1001 5000000000 | int32 | int64",
                "1001 1002 | 1001 2.5 | int32 | decimal",
                "2024-01-01 2024-01-02 | 2024-01-02 soon | date | string",
                "true false | true maybe | boolean | string"
            })
    void cellsThatDoNotFitAreRejectsAndBothTypesAreNamed(String monday, String tuesday, String then, String now) {
        file("mon.csv", table(List.of(monday.strip().split(" ", -1)), "m"));
        file("tue.csv", table(List.of(tuesday.strip().split(" ", -1)), "t"));
        load("mon.csv", UPSERT);

        Result second = load("tue.csv", UPSERT);

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(12);
        assertThat(second.out().lines().filter(line -> line.startsWith("Column \"nr\" stays")))
                .singleElement()
                .asString()
                .contains(then, "In this file alone it would be", now, "rejects");
        assertThat(second.out()).contains("The columns have the types of run 1; --infer-again infers them");
        assertThat(ids().map(Object::getClass).distinct()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"12% 7.5% | 0.12 0.075 | true", "12% 7.5% | 3% 5% | false", "$5.50 $3.20 | 1.25 7.75 | false"})
    void percentSignsThatAreMissingAreSaid(String monday, String tuesday, boolean said) {
        file("mon.csv", table(List.of(monday.strip().split(" ")), "m"));
        file("tue.csv", table(List.of(tuesday.strip().split(" ")), "t"));
        assertThat(load("mon.csv").exitCode()).isZero();

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out().contains("Column \"nr\" had % in earlier files, and has none in this one"))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "13/04/2024 25/05/2024 | 05/13/2024 06/10/2024 | --type 'nr={type: date, pattern: MM/dd/yyyy}'",
                "04/13/2024 05/25/2024 | 05/06/2024 05/07/2024 13/05/2024 | --type 'nr={type: date, pattern: dd/MM/yyyy}'",
                "1.25 2.5 | \"1.234,50\" \"2.345.678,50\" 3.456 | --type 'nr={type: decimal, locale: de}'",
                "\"1.234,50\" \"2.345.678,50\" | \"1,234.50\" \"2,345,678.50\" \"3,456\" | --type 'nr={type: decimal, locale: en}'",
                "\"1.234,50\" \"2.345.678,50\" | 3.456 4.5 | --type nr=decimal",
            })
    void cellsWithAnotherMeaningAreRefused(String monday, String tuesday, String option) {
        file("mon.csv", table(List.of(monday.strip().split(" ")), "m"));
        file("tue.csv", table(List.of(tuesday.strip().split(" ")), "t"));
        assertThat(load("mon.csv", "--delimiter=,").exitCode()).isZero();

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(2);
        assertThat(second.err()).contains("would be stored with another value", option);
        assertThat(collection("c").countDocuments()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "04/13/2024 05/25/2024 | 05/06/2024 05/07/2024 | 0",
                "1.25 2.5 | 2.345 | 0",
                "13.04.2024 25.05.2024 | 05.06.2024 05.07.2024 | 0",
            })
    void earlierMeaningCountsUnlessACellRulesItOut(String monday, String tuesday, int exitCode) {
        file("mon.csv", table(List.of(monday.strip().split(" ")), "m"));
        file("tue.csv", table(List.of(tuesday.strip().split(" ")), "t"));
        assertThat(load("mon.csv").exitCode()).isZero();

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(exitCode);
    }

    @Test
    void earlierMeaningCountsBesideAMarkerOfAMissingValue() {
        file("mon.csv", "nr,at", "1,13/04/2024", "2,25/05/2024");
        file("tue.csv", "nr,at,seen", "3,05/06/2024,05/13/2024", "4,n/a,05/14/2024", "5,05/07/2024,05/15/2024");
        assertThat(load("mon.csv").exitCode()).isZero();

        Result second = load("tue.csv", "--rejects.limit=1");

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(10);
        assertThat(collection("c").find(new Document("at", Date.from(Instant.parse("2024-06-05T00:00:00Z")))))
                .hasSize(1);
    }

    @Test
    void columnWithoutANameAtTheOtherEndIsRefused() {
        file("mon.csv", "name,town", "1,Ann,Bonn", "2,Bob,Ulm");
        file("tue.csv", "name,town", "Cy,Rom,", "Di,Oslo,");
        assertThat(load("mon.csv").exitCode()).isZero();

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(2);
        assertThat(second.err())
                .contains("a last column without a name, and in the one of run 1 of mon.csv it was the first");
        assertThat(values("name")).containsExactly("Ann", "Bob");
    }

    @Test
    void typesAreInferredAgainWhereThatIsAsked() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "0071,c", "3,d");

        Result again = load("tue.csv", "--infer-again");

        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("later imports of files into c have these types");
        assertThat(again.out())
                .contains("Column \"nr\" was int32 in run 1 of mon.csv, and is string now:"
                        + " documents that are there keep their type.");
        file("wed.csv", "nr,v", "4,e");
        assertThat(load("wed.csv").exitCode()).isZero();
        assertThat(values("nr")).containsExactly(1, 2, "0071", "3", "4");
    }

    @Test
    void otherColumnsAndKeysAreTakenWhereTypesAreInferredAgain() {
        file("mon.csv", "nr;v", "0071;a", "0072;b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "nr,w", "71,c", "73,d");

        Result bound = load("tue.csv", "--id=nr");
        Result again = load("tue.csv", "--id=nr", "--infer-again", "--save");

        assertThat(bound.exitCode()).isEqualTo(2);
        assertThat(bound.err())
                .contains(
                        "The file is read with source.delimiter \";\", as that of run 1 of mon.csv; add --infer-again");
        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.out())
                .contains("Column \"nr\" was string in run 1 of mon.csv, and is int32 now: documents that are there"
                        + " keep their type, and the same keys are stored beside them.");
        assertThat(values("_id")).containsExactly("0071", "0072", 71, 73);
        assertThat(folder.resolve("jobs/c.yml"))
                .content()
                .contains("nr: int32", "w: string")
                .doesNotContain("drift");
    }

    @Test
    void optionsComeBeforeEarlierTypesAndBindLaterImports() {
        file("mon.csv", "nr,v", "1,a");
        load("mon.csv");
        file("tue.csv", "nr,v", "2,b");
        load("tue.csv", "--type=nr=string");
        file("wed.csv", "nr;v", "3;c");
        Result wednesday = load("wed.csv", "--delimiter=;");

        assertThat(wednesday.exitCode()).as(wednesday.out() + wednesday.err()).isZero();
        assertThat(values("nr")).containsExactly(1, "2", "3");
        file("thu.csv", "nr;v", "4;d");
        assertThat(load("thu.csv", "--plain").exitCode()).isZero();
        assertThat(values("nr")).containsExactly(1, "2", "3", "4");
    }

    @Test
    void undoneAndUnfinishedImportsDecideNothing() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "undo=7d");
        assertThat(program.run("undo", "1").exitCode()).isZero();
        file("bad.csv", "nr,v", "9,z", "8");
        assertThat(load("bad.csv").exitCode()).isEqualTo(12);

        file("tue.csv", "nr,v", "0071,c", "3,d");
        Result second = load("tue.csv", "--unfinished=abandon");

        assertThat(second.out())
                .contains("later imports of files into c have these types")
                .doesNotContain("those of run");
        assertThat(collection("c").find(new Document("v", "c")).first()).containsEntry("nr", "0071");
        // The undone import's own file has the types of the last one now.
        load("mon.csv", "undo=7d");
        assertThat(values("nr")).contains("0071", "3", "1", "2").doesNotContain(1, 2);
    }

    @Test
    void columnsMayHaveAnotherOrderAndNewOnesAreInferred() {
        file("mon.csv", "nr,v,day", "0071,a,2024-01-01", "1001,b,2024-01-02");
        load("mon.csv");
        file("tue.csv", "day,size,nr,v", "2024-01-03,7,1002,c");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("Column \"size\" is new: int32.");
        assertThat(collection("c").find(new Document("v", "c")).projection(new Document("_id", 0)))
                .containsExactly(new Document("day", Date.from(java.time.Instant.parse("2024-01-03T00:00:00Z")))
                        .append("size", 7)
                        .append("nr", "1002")
                        .append("v", "c"));
        file("wed.csv", "nr,v,day,size", "1003,d,2024-01-04,008");
        assertThat(load("wed.csv").exitCode()).isEqualTo(12);
    }

    @Test
    void lostColumnIsRefusedAndKeepsItsType() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        file("tue.csv", "v", "c");

        Result refused = load("tue.csv");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("lacks the column \"nr\"", "drift.missing-column=report");
        assertThat(load("tue.csv", "drift.missing-column=report").exitCode()).isZero();
        file("wed.csv", "nr,v", "1003,d");
        assertThat(load("wed.csv").exitCode()).isZero();
        assertThat(values("nr")).containsExactly("0071", "1001", null, "1003");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,y/1,2", "nr;v/1;a/2;b", "7,k/8,l/9,m", "nr\tv/1\ta"})
    void otherTablesAreRefused(String lines) {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv");
        file("tue.csv", lines.split("/", -1));

        Result refused = load("tue.csv");

        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(2);
        assertThat(refused.err()).contains("run 1 of mon.csv", "--infer-again");
        assertThat(collection("c").countDocuments()).isEqualTo(2);
    }

    /** Headers of two nights, and the last document. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",nr,v/1,0071,a | v,nr,/b,1001,2 | {column1: 2, nr: '1001', v: 'b'}",
                ",nr,v/1,0071,a | v,,nr,/b,3,1001,2 | {column1: 3, nr: '1001', v: 'b', column4: 2}",
                "nr,v,v/0071,a,7 | v,nr,v/b,1001,8 | {nr: '1001', v: 'b', v_2: 8}",
                "nr,v,v/0071,a,7 | nr,v,x,v,x/1001,b,5,8,6 | {nr: '1001', v: 'b', x: 5, v_2: 8, x_2: 6}",
                "nr,v/0071,a | v,nr,x,x/b,1001,5,6 | {nr: '1001', v: 'b', x: 5, x_2: 6}",
                "nr,v/0071,a,/0072,c, | v,nr/b,1001, | {nr: '1001', v: 'b'}",
                "nr,v/0071,a/0072,c | v,nr/b,1001,/d,1002, | {nr: '1001', v: 'b'}"
            })
    void columnsAreFoundByTheEarlierHeader(String monday, String tuesday, String document) {
        file("mon.csv", monday.split("/", -1));
        file("tue.csv", tuesday.split("/", -1));
        load("mon.csv");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(collection("c").find(new Document("nr", "1001")).projection(new Document("_id", 0)))
                .containsExactly(Document.parse(document));
    }

    @Test
    void headerOfAFileThatHadNoneIsRefused() {
        file("mon.csv", "1,a", "2,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "1,a");

        assertThat(load("tue.csv").err()).contains("a header, and the one of run 1 of mon.csv had none");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, windows-1252",
        "windows-1252, UTF-8",
        "UTF-8, UTF-16LE",
        "UTF-16BE, UTF-8",
        "windows-1252, UTF-16LE",
        "US-ASCII, windows-1252"
    })
    void charsetIsThatOfTheFile(String then, String now) throws IOException {
        String text = then.equals("US-ASCII") ? "Uwe" : "Käthe Strauß";
        encode("mon.csv", "nr,v\n1," + text + "\n2,Götz\n".replace("ö", then.equals("US-ASCII") ? "o" : "ö"), then);
        load("mon.csv");
        encode("tue.csv", "nr,v\n3,Bärbel\n4,Müller\n", now);

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(values("v")).contains("Bärbel", "Müller");
        assertThat(second.out()).contains("charset is " + now.replace("LE", ""));
    }

    @Test
    void headerOfALaterFileIsNoRecordOfThoseThatHadNone() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        old("in/mon.csv", "1001,2024-01-05,3.5", "1002,2024-01-06,4.5");
        each();
        old("in/tue.csv", "nr,day,day", "1003,2024-01-07,5.5", "1004,2024-01-08,6.5");

        Result second = each();

        assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(2);
        assertThat(second.err()).contains("a header, and the one of run 1 of mon.csv had none");
        assertThat(values("column1")).containsExactlyInAnyOrder(1001, 1002);
    }

    @Test
    void eachFileIsALaterOne() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        old("in/mon.csv", "nr,v", "0071,a", "1001,b");
        assertThat(each().exitCode()).isZero();
        old("in/tue.csv", "nr,v", "1002,c", "1003,d");
        Files.delete(folder.resolve("in/mon.csv"));

        Result second = each();

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("Types, names and dialect are those of run 1 of mon.csv");
        assertThat(values("nr")).containsExactly("0071", "1001", "1002", "1003");
    }

    @Test
    void newFileOfAFolderMayHaveOtherColumns() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        old("in/mon.csv", "nr,v", "0071,a", "1001,b");
        assertThat(each().exitCode()).isZero();
        old("in/tue.csv", "v,size,nr", "c,7,1002", "d,8,1003");

        Result second = each();

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("Column \"size\" is new: int32.", "c: 2 files: 1 imported");
        assertThat(values("nr")).containsExactly("0071", "1001", "1002", "1003");
        assertThat(values("size")).containsExactly(null, null, 7, 8);
        old("in/wed.csv", "nr,v", "1004,e");
        old("in/thu.csv", "v,nr", "f,1005");
        assertThat(each().out())
                .contains("in/wed.csv: c: the header lacks the column \"size\"", "2 imported before, 2 refused");
    }

    @Test
    void columnOfOneOfSeveralNewFilesKeepsItsType() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        old("in/a.csv", "nr,v", "1,a");
        each();
        old("in/b.csv", "nr,v", "2,b");
        old("in/c.csv", "nr,v,size", "3,c,7");
        each();
        assertThat(values("size")).contains("7");
        old("in/d.csv", "nr,v,size", "4,d,8");

        Result third = each();

        assertThat(third.exitCode()).as(third.out() + third.err()).isZero();
        assertThat(values("size")).containsExactly(null, null, "7", "8");
    }

    @Test
    void standardInputHasTheEarlierTypes() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        Path tuesday = file("tue.csv", "nr,v", "1002,c");

        Result second = program.runWith(tuesday, "import", "-", "--collection=c");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(values("nr")).containsExactly("0071", "1001", "1002");
    }

    @Test
    void dialectOfTheFirstFileDividesTheSecond() {
        file("mon.csv", "nr|text", "1|a,b", "2|c,d");
        assertThat(load("mon.csv", "--delimiter=|").exitCode()).isZero();
        file("tue.csv", "nr|text", "3|e,f");
        Path wednesday = file("wed.csv", "nr|text", "4|g,h");

        assertThat(load("tue.csv").exitCode()).isZero();
        assertThat(program.runWith(wednesday, "import", "-", "--collection=c").exitCode())
                .isZero();

        assertThat(values("text")).containsExactly("a,b", "c,d", "e,f", "g,h");
    }

    @Test
    void collectionsDatabasesAndJobsAreApart() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "1002,c");

        assertThat(program.run("import", "tue.csv", "--collection=d").out()).contains("later imports of files into d");
        assertThat(values("d", "nr")).containsExactly(1002);
    }

    @ParameterizedTest
    @ValueSource(strings = {"write.operation=swap", "--operation=replace"})
    void replacedCollectionsKeepTheirTypes(String setting) {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        file("tue.csv", "nr,v", "1001,c", "1002,d");
        String[] options = setting.startsWith("write") ? new String[] {setting} : UPSERT;
        load("mon.csv", options);

        assertThat(load("tue.csv", options).exitCode()).isZero();

        assertThat(collection("c").find(new Document("v", "c")).first()).containsEntry("nr", "1001");
    }

    @Test
    void savedJobHasTheEarlierTypes() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "1002,c");

        Result second = load("tue.csv", "--save");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(folder.resolve("jobs/c.yml")).content().contains("  nr: string", "run 1 of mon.csv");
        file("wed.csv", "nr,v", "1003,d");
        assertThat(program.run("import", "c", "files=wed.csv").exitCode()).isZero();
        assertThat(values("nr")).containsExactly("0071", "1001", "1002", "1003");
    }

    /** Found by LaterNightsIT with -Dnights.seed=208025805: each cell had the name of the column before, with exit code 0. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nr,c1,c2 | A4,x,a, / A5,y,b,       | 2  |
            nr,c2    | 4,A4, / 5,A5,           | 0  | {"_id": "A4", "column1": "4", "nr": "A4"}
            nr,c2,c3 | 4,A4,a,7 / 5,A5,,       | 0  | {"_id": "A4", "column1": "4", "nr": "A4", "c2": "a", "c3": "7"}
            c2,nr    | 4,a,A4 / 5,b,A5         | 0  | {"_id": "A4", "column1": "4", "nr": "A4", "c2": "a"}
            """)
    void completeHeaderAboveRecordsThatEndWithADelimiterIsRefused(
            String header, String records, int exitCode, @Nullable String document) {
        file("mon.csv", "nr,c2", "x,A1,a", "y,A2,b", "z,A3,c");
        assertThat(load("mon.csv", "--id=nr", "--operation=upsert", "--save").exitCode())
                .isZero();
        file(
                "tue.csv",
                Stream.concat(Stream.of(header), Stream.of(records.split(" / ")))
                        .toArray(String[]::new));

        Result second = program.run("import", "c", "files=tue.csv");

        assertThat(second.exitCode()).as(second.err()).isEqualTo(exitCode);
        if (document == null) {
            assertThat(second.err()).contains("tue.csv: the header has other columns than source.header of the job");
            assertThat(collection("c").countDocuments()).isEqualTo(3);
        } else {
            assertThat(collection("c").find()).contains(Document.parse(document));
        }
    }

    @Test
    void importThatFailedIsResumedWithItsTypes() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "1002,c", "1003");
        assertThat(load("tue.csv").exitCode()).isEqualTo(12);

        Result resumed = program.run("restart", "2", "rejects.limit=1");

        assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(10);
        assertThat(values("nr")).containsExactly("0071", "1001", "1002");
    }

    @Test
    void checkKnowsTheEarlierTypesWithAServerOnly() {
        file("mon.csv", "nr,v", "0071,a", "1001,b");
        load("mon.csv");
        file("c.csv", "nr,v", "1002,c");

        assertThat(program.run("check", "c.csv").out()).contains("nr      int32");
        assertThat(program.run("check", "c.csv", "--drift").out()).contains("nr      string");
    }

    @Test
    void blankColumnKeepsItsTypeWithoutAWord() {
        file("mon.csv", "nr,size,v", "1,7,a", "2,8,b");
        load("mon.csv");
        file("tue.csv", "nr,size,v", "3,,c");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).doesNotContain("size\" stays");
    }

    @Test
    void columnWithoutAValueIsDecidedByALaterFile() {
        file("mon.csv", "nr,size,v", "1,,a", "2,,b");
        load("mon.csv");
        file("tue.csv", "nr,size,v", "3,,c");
        load("tue.csv");
        file("wed.csv", "nr,size,v", "4,7,d");
        assertThat(load("wed.csv").out()).contains("Column \"size\" had no value before: int32.");
        file("thu.csv", "nr,size,v", "5,08,e");

        assertThat(load("thu.csv").exitCode()).isEqualTo(12);
        assertThat(values("size")).containsExactly(null, null, null, 7);
    }

    @Test
    void laterImportHasTheIdOfTheEarlierOne() {
        file("mon.csv", "nr,v", "1001,a", "1002,b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "nr,v", "1002,b", "1003,c");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out())
                .contains("The _id is made of \"nr\", as in run 1 of mon.csv")
                .doesNotContain("The _id is generated");
        assertThat(ids()).containsExactly(1001, 1002, 1003);
        file("wed.csv", "nr,v", "1004,d");
        assertThat(load("wed.csv", "target.id=[]").exitCode()).isZero();
        file("thu.csv", "nr,v", "1005,e");
        assertThat(load("thu.csv", "--id=v").exitCode()).isZero();
        assertThat(ids().map(Object::getClass).distinct()).hasSize(3);
        assertThat(collection("c").countDocuments(new Document("_id", "e"))).isEqualTo(1);
    }

    @Test
    void recordThatBeginsLikeACommentOfAnotherNightIsStored() {
        file("mon.csv", "tag,v", "a,1", "#note", "b,2", "c,3");
        load("mon.csv");
        file("tue.csv", "tag,v", "#c,3", "d,4", "e,5", "f,6");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("comment is none in this file, and was \"#\".");
        assertThat(values("tag")).containsExactly("a", "b", "c", "#c", "d", "e", "f");
    }

    @Test
    void blanksThatAreRemovedAsBeforeAreSaid() {
        file("mon.csv", "nr, v", "1, a", "2, b", "3, c");
        load("mon.csv");
        file("tue.csv", "nr,v", "4,d", "5, e");

        assertThat(load("tue.csv").out()).contains("Blanks around cells are removed, as in run 1 of mon.csv");
        assertThat(values("v")).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void constantReplacesAColumnInLaterFiles() {
        file("mon.csv", "nr,ssn", "1,078-05-1120");
        load("mon.csv", "--type=ssn={type: constant, value: hidden}");
        file("tue.csv", "nr,ssn", "2,219-09-9999");

        Result second = load("tue.csv");

        assertThat(second.out()).contains("Column \"ssn\" is not stored: the field is {type: constant, value: hidden}");
        assertThat(values("ssn")).containsExactly("hidden", "hidden");
    }

    @Test
    void columnsOfADateStayFieldsOfTheirOwn() {
        file("mon.csv", "nr,day,time", "1,2024-01-02,03:04", "2,2024-01-03,04:05");
        String joined = "--type=at={type: date, from: [day, time], pattern: yyyy-MM-dd HH:mm}";
        load("mon.csv", joined, "--type=day=string");
        file("tue.csv", "nr,day,time", "3,2024-01-04,05:06");
        load("tue.csv");

        assertThat(values("day")).containsExactly("2024-01-02", "2024-01-03", "2024-01-04");
        assertThat(values("at")).doesNotContainNull();
        assertThat(values("time")).containsOnlyNulls();
    }

    @Test
    void idStaysWhereTypesAreInferredAgain() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "nr;v", "2;c", "3;d");

        Result again = load("tue.csv", "--infer-again", "--operation=upsert");

        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("The _id is made of \"nr\", as in run 1 of mon.csv");
        assertThat(ids()).containsExactly(1, 2, 3);
    }

    @Test
    void operationOfARecordIsNoFieldInLaterFiles() {
        String operation = "write.operation={column: op, values: {I: insert, U: upsert}}";
        file("mon.csv", "id,op,v", "1,I,a", "2,U,b");
        load("mon.csv", "--id=id", operation);
        file("tue.csv", "id,op,v", "3,I,c", "2,U,d");

        Result second = load("tue.csv", "--id=id", operation);

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(values("v")).containsExactly("a", "d", "c");
        assertThat(values("op")).containsOnlyNulls();
    }

    @Test
    void idWithAConstantStays() {
        file("mon.csv", "nr,v", "1,a");
        load("mon.csv", "--id=shop,nr", "--type=shop={type: constant, value: X}");
        file("tue.csv", "nr,v", "2,b");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(ids())
                .containsExactly(new Document("shop", "X").append("nr", 1), new Document("shop", "X").append("nr", 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--id=nr | 5,1,a 6,2,b | 7,3,c 8,4,d | --infer-again | 1 2 3 4",
                "--id=_id | 5,1,a 6,2,b | 7,3,c ,4,d | --infer-again | 5 6 7",
                "target.id=[] | 5,1,a ,2,b | 7,3,c 8,4,d | --all | ''"
            })
    void columnNamedIdHasThePlaceThatTheIdLeaves(String id, String monday, String tuesday, String again, String ids) {
        file("mon.csv", ("_id,nr,v " + monday).split(" "));
        load("mon.csv", id);
        file("tue.csv", ("_id,nr,v " + tuesday).split(" "));

        load("tue.csv", again, "--rejects.limit=1");

        List<Object> fields = values("_id_2");
        List<String> now = ids().map(String::valueOf).toList();
        if (ids.isEmpty()) {
            assertThat(now).hasSize(4).allMatch(each -> each.length() == 24);
            assertThat(fields).containsExactly(5, null, 7, 8);
        } else {
            assertThat(now).containsExactly(ids.split(" "));
            assertThat(fields).containsExactlyElementsOf(id.equals("--id=nr") ? List.of(5, 6, 7, 8) : nulls(3));
        }
    }

    @Test
    void newColumnNamedIdIsPlacedBesideTheId() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "_id,nr,v", "7,3,c", "8,4,d");

        Result second = load("tue.csv");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(ids()).containsExactly(1, 2, 3, 4);
        assertThat(values("_id_2")).containsExactly(null, null, 7, 8);
    }

    @Test
    void columnNamedIdThatTheUserSkipsIsNotPlaced() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "_id,nr,v", "7,3,c", "8,4,d");

        Result second = load("tue.csv", "--type=_id={type: int32, skip: true}");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(ids()).containsExactly(1, 2, 3, 4);
        assertThat(values("_id_2")).containsOnlyNulls();
    }

    @Test
    void columnThatAnImportLikeAnotherStoredAsTextStaysText() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv");
        file("tue.csv", "nr,v,size", "3,c,7");
        assertThat(program.run("import", "tue.csv", "--like", "1").exitCode()).isZero();
        file("wed.csv", "nr,v,size", "4,d,8");

        Result third = load("wed.csv");

        assertThat(third.exitCode()).as(third.out() + third.err()).isZero();
        assertThat(values("size")).containsExactly(null, null, "7", "8");
    }

    private static List<Object> nulls(int count) {
        return new ArrayList<>(java.util.Collections.nCopies(count, null));
    }

    @Test
    void fileWithoutTheColumnOfTheIdIsRefused() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "--id=nr");
        file("tue.csv", "v,w", "c,1", "d,2");

        assertRefused(
                load("tue.csv", "drift.missing-column=report"),
                2,
                "lacks a column of the _id, which is made of \"nr\" in run 1 of mon.csv",
                "target.id=[]");
        assertThat(load("tue.csv", "drift.missing-column=report", "target.id=[]")
                        .exitCode())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"'1,a ,b', '3,c 4,d', 2", "'1,a 2,b', '3,c ,d', 3"})
    void idThatOneFileDoesNotFillStays(String monday, String tuesday, int ids) {
        file("mon.csv", ("_id,v " + monday).split(" "));
        assertThat(load("mon.csv").exitCode()).isZero();
        file("tue.csv", ("_id,v " + tuesday).split(" "));

        load("tue.csv", "--rejects.limit=1");

        assertThat(ids().map(Object::getClass).distinct()).hasSize(1);
        assertThat(collection("c").countDocuments(new Document("_id_2", 3))).isEqualTo(ids == 2 ? 1 : 0);
        assertThat(collection("c").countDocuments()).isEqualTo(ids == 2 ? 4 : 3);
    }

    @Test
    void charsetStaysBesideAFileOfAsciiAlone() throws IOException {
        encode("mon.csv", "nr,v\n1,10 ¤\n2,20 ¤\n", "windows-1252");
        load("mon.csv", "charset=windows-1252");
        file("tue.csv", "nr,v", "3,30", "4,40");
        load("tue.csv");
        encode("wed.csv", "nr,v\n5,50 ¤\n6,60 ¤\n", "windows-1252");
        assertThat(program.run("import", "wed.csv", "--collection=alone").out()).contains("Charset ISO-8859-15:");

        load("wed.csv");

        assertThat(values("v")).containsExactly("10 ¤", "20 ¤", "30", "40", "50 ¤", "60 ¤");
    }

    @ParameterizedTest
    @CsvSource({
        "--skip-lines=3, 'a;b;c|1;2;3|4;5;6|nr;day;v|', '', ''",
        "--skip-lines=3, 'a;b;c|1;2;3|4;5;6|nr;day;v|', '', --infer-again",
        "--skip-last-lines=1, 'nr;day;v|', 'x;y|', ''",
        "--skip-last-lines=1, 'nr;day;v|', 'x;y|', --operation=upsert --match=nr"
    })
    void linesThatACommandLeftOutAreNamedForTheNext(String option, String above, String below, String more) {
        String[] others = more.isEmpty() ? new String[0] : more.split(" ");
        String rows = "%1$d1;13.03.2026;1|%1$d2;14.03.2026;2|";
        file("mon.csv", (above + rows.formatted(1) + below).split("\\|"));
        file("tue.csv", (above + rows.formatted(2) + below).split("\\|"));
        file("wed.csv", ("nr;day;v|" + rows.formatted(3)).split("\\|"));
        assertThat(load("mon.csv", option).exitCode()).isZero();

        Result refused = load("tue.csv", others);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains(option + " left out lines in run 1 of mon.csv. Add it, or ");
        String[] given = Stream.concat(Stream.of(option), Arrays.stream(others)).toArray(String[]::new);
        assertThat(load("tue.csv", given).exitCode()).isZero();
        given[0] = option.replaceFirst("=.*", "=0");
        Result third = load("wed.csv", given);
        assertThat(third.exitCode()).as(third.out() + third.err()).isZero();
        assertThat(values("nr")).containsExactly(11, 12, 21, 22, 31, 32);
        assertThat(load("thu.csv", "empty=ok").exitCode()).isZero();
    }

    @Test
    void deletionIsSavedAsAJobAfterItWasCompleted() {
        file("mon.csv", "nr,v", "1,a", "2,b");
        load("mon.csv", "--id=nr");
        file("gone.csv", "nr", "1");
        load("gone.csv", "--id=nr", "--operation=delete");

        Result saved = load("gone.csv", "--id=nr", "--operation=delete", "--save");

        assertThat(saved.exitCode()).as(saved.out() + saved.err()).isZero();
        assertThat(folder.resolve("jobs/c.yml"))
                .content()
                .contains("operation: delete")
                .doesNotContain("drift");
    }

    @Test
    void columnThatNeverHadAValueIsDecidedAfterItWasMissing() {
        file("mon.csv", "nr,size,v", "1,,a", "2,,b");
        load("mon.csv");
        file("tue.csv", "nr,v", "3,c");
        load("tue.csv", "drift.missing-column=report");
        file("wed.csv", "nr,size,v", "4,7,d");

        assertThat(load("wed.csv").out()).contains("Column \"size\" had no value before: int32.");
        assertThat(values("size")).containsExactly(null, null, null, 7);
    }

    @Test
    void numberThatTheUserNamesHasLeadingZerosInLaterFiles() {
        file("mon.csv", "zip,n", "01234,5", "56789,6");
        load("mon.csv");
        file("tue.csv", "zip,n", "01235,", "56780,");

        Result second = load("tue.csv", "--type=zip=int32");

        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        assertThat(values("zip")).containsExactly("01234", "56789", 1235, 56780);
    }

    @Test
    void textThatWouldHaveAnotherTypeIsSaid() {
        file("mon.csv", "nr;zip;price", "a;0071;12,50 ¤", "b;1001;13,50 ¤");
        load("mon.csv", "--type=price=string");
        file("tue.csv", "nr;zip;price", "c;1002;3,50", "d;1003;4,25");

        assertThat(load("tue.csv").out())
                .contains(
                        "Column \"zip\" stays string. In this file alone it would be int32.",
                        "Column \"price\" stays string. In this file alone it would be {type: decimal,")
                .doesNotContain("Column \"nr\" stays");
    }

    @Test
    void placeThatTheUserGaveIsNotAdvisedAgain() {
        file("mon.csv", "Nr.;v", "a;1", "b;2");
        load("mon.csv", "--type=Nr.={to: [number], type: string}");
        file("tue.csv", "Nr.;v", "c;3", "d;4");

        assertThat(load("tue.csv").out()).doesNotContain("keeps its dots");
        assertThat(values("number")).containsExactly("a", "b", "c", "d");
    }

    @Test
    void numbersThatCanBeThousandsAreSaid() {
        file("mon.csv", "nr;v", "a;1.234,50", "b;2.345,60");
        load("mon.csv");
        file("tue.csv", "nr;v", "c;34,863", "d;12,345");

        assertThat(load("tue.csv").out())
                .contains(
                        "stays {type: decimal, locale: de}. In this file alone it would be string (thousands or fractions?");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void numberWithAMarkerRejectsLeadingZerosAsBefore(boolean absent) {
        file("mon.csv", "nr,v", "a,12.5", "b,3.25");
        load("mon.csv");
        if (absent) {
            file("between.csv", "nr", "x");
            load("between.csv", "drift.missing-column=report");
        }
        file("tue.csv", "nr,v", "c,4.5", "d,#NV");
        assertThat(load("tue.csv", "--type=v={type: decimal, nulls: [\"\", \"#NV\"]}")
                        .exitCode())
                .isZero();
        file("wed.csv", "nr,v", "e,007", "f,+49");

        Result third = load("wed.csv", "--rejects.limit=unlimited");

        assertThat(third.exitCode()).as(third.out() + third.err()).isEqualTo(10);
        assertThat(collection("c").countDocuments()).isEqualTo(absent ? 5 : 4);
    }

    @Test
    void fileThatTheEarlierDelimiterDoesNotDivideIsRefusedWithTheDelimiter() {
        file("mon.csv", "nr,v", "1001,a", "1002,b");
        load("mon.csv");
        file("tue.csv", "x;w", "1003;c", "1004;d");

        assertRefused(
                load("tue.csv"), 2, "it has \"x;w\"", "The file is read with source.delimiter \",\"", "--delimiter");
    }

    private Result load(String file, String... options) {
        return program.run(Stream.concat(Stream.of("import", file, "--collection=c"), Arrays.stream(options))
                .toArray(String[]::new));
    }

    private Result each() {
        return program.run("import", "in/*.csv", "--collection=c", "--each-file");
    }

    private void old(String name, String... lines) {
        assertThat(file(name, lines).toFile().setLastModified(0)).isTrue();
    }

    private void encode(String name, String text, String charset) throws IOException {
        String mark = charset.startsWith("UTF-16") ? "\uFEFF" : "";
        Charset named = charset.equals("US-ASCII") ? StandardCharsets.US_ASCII : Charset.forName(charset);
        Files.write(folder.resolve(name), (mark + text).getBytes(named));
    }

    private static String[] table(List<String> keys, String value) {
        List<String> lines = new ArrayList<>(List.of("nr,v"));
        keys.forEach(key -> lines.add(key + "," + value));
        return lines.toArray(String[]::new);
    }

    private Stream<Object> ids() {
        return collection("c").find().into(new ArrayList<>()).stream().map(document -> document.get("_id"));
    }

    private List<Object> values(String field) {
        return values("c", field);
    }

    private List<Object> values(String collection, String field) {
        return collection(collection).find().sort(new Document("$natural", 1)).into(new ArrayList<>()).stream()
                .map(document -> document.get(field))
                .toList();
    }
}
