package dev.mongohaul.job.launch;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.ColumnFigure;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.WriterType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of the content of imports, and what differs from earlier imports of the job. */
class DriftIT {

    private static final int ROWS = 500;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    /** Returns a writer of each kind: bytes, a document at a time, chunks, and the other driver. */
    static Stream<WriterType> writers() {
        return WriterType.ALL.stream()
                .filter(writer -> Set.of("direct", "save", "bulk", "reactive").contains(writer.name()));
    }

    /** Returns a job whose input has blank, missing, misfitting, quoted and malformed cells, and a dropped column. */
    private TestJob mixed(String name) {
        String rows = IntStream.range(0, ROWS)
                .mapToObj(row -> switch (row % 10) {
                    case 1 -> row + ",,NULL,x";
                    case 2 -> row + ",none,b,";
                    case 3 -> row + ",7";
                    case 4 -> row + ",5,\"é, \"\"quoted\"\" " + "y".repeat(row / 10) + "\",x";
                    case 5 -> row + ",5,st\"ray,x";
                    case 6 -> "none,none,c,x";
                    default -> row + "," + row + ",a,x";
                })
                .collect(Collectors.joining("\n"));
        return TestJob.in(
                        folder,
                        name,
                        "source: {files: input.csv, ragged: lenient, stray-quotes: reject}",
                        "fields: {n: int32, m: int32, text: {type: string, nulls: ['', 'NULL']}, gone: string}",
                        "rejects: {limit: unlimited}")
                .input("n,m,text,gone\n" + rows + "\n");
    }

    private static ImportFigures figures(Run run) {
        return program.bean(ImportPlans.class)
                .figures()
                .find(program.plan(run).key())
                .orElseThrow();
    }

    private static Map<String, ColumnFigure> columns(Run run) {
        ImportFigures figures = figures(run);
        ColumnFigure[] columns = figures.columns().columns();
        return IntStream.range(0, columns.length)
                .boxed()
                .collect(Collectors.toMap(figures.names()::get, column -> columns[column]));
    }

    private static final Map<String, ColumnFigure> EXPECTED = Map.of(
            "n", new ColumnFigure(0, 50, 4),
            "m", new ColumnFigure(50, 50, 4),
            "text", new ColumnFigure(100, 50, 62),
            "gone", new ColumnFigure(100, 0, 1));

    @ParameterizedTest
    @MethodSource("writers")
    void figuresDoNotDependOnTheWriter(WriterType writer) {
        Run run = program.run(mixed("writer-" + writer).prepare("writer=" + writer, "chunk-size=7"));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(columns(run)).isEqualTo(EXPECTED);
        assertThat(figures(run).read()).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16})
    void figuresDoNotDependOnTheGridOrTheChunks(int grid) {
        Run run = program.run(mixed("grid-" + grid).prepare("grid-size=" + grid, "chunk-size=" + (1 + 100 / grid)));

        assertThat(columns(run)).isEqualTo(EXPECTED);
    }

    @Test
    void figuresDoNotDependOnRestarts() {
        Run last = program.failAfterChunks(3, mixed("restarts").prepare("chunk-size=10", "grid-size=1"));
        for (int grid = 2; grid < 6; grid++) {
            assertThat(last.ending()).isEqualTo(RunStatus.FAILED);
            last = program.failAfterChunks(grid, mixed("restarts").prepare("chunk-size=9", "grid-size=" + grid));
        }
        last = program.run(mixed("restarts").prepare());

        assertThat(columns(last)).isEqualTo(EXPECTED);
    }

    /** A killed process has written chunks after its last checkpoint. */
    @Test
    void figuresOfReplayedChunksAreNotDoubled() {
        Run failed = program.failAfterChunks(3, mixed("killed").prepare("chunk-size=10", "grid-size=1"));
        Document checkpoint = program.collection("mongohaul_partitions")
                .find(eq("_id.run", failed.id()))
                .first();
        Run later = program.failAfterChunks(8, mixed("killed").prepare("chunk-size=10", "grid-size=1"));
        Document progress = checkpoint.get("progress", Document.class);
        Document resumed = program.collection("mongohaul_partitions")
                .find(eq("_id.run", later.id()))
                .sort(new Document("_id.from", -1))
                .first();
        assertThat(resumed.getEmbedded(List.of("progress", "doneTo"), Long.class))
                .isGreaterThan(progress.getLong("doneTo"));
        program.collection("mongohaul_partitions")
                .updateOne(
                        eq("_id", resumed.get("_id")),
                        Updates.combine(
                                Updates.set("progress.doneTo", progress.getLong("doneTo")),
                                Updates.set("progress.nextLine", progress.getLong("nextLine")),
                                Updates.set(
                                        "progress.counts",
                                        new Document("read", 0L)
                                                .append("written", 0L)
                                                .append("alreadyThere", 0L)
                                                .append("rejected", 0L)
                                                .append("unmatched", 0L)
                                                .append("unchanged", 0L)
                                                .append("filtered", 0L)
                                                .append("cells", new Document("padded", 0L).append("dropped", 0L))),
                                Updates.set("progress.columns.packed", new Binary(new byte[0]))));

        Run last = program.run(mixed("killed").prepare("grid-size=2"));

        assertThat(last.ending()).as(last.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(columns(last)).isEqualTo(EXPECTED);
    }

    @Test
    void figuresOfManyColumnsTakeAtMost64Kilobytes() {
        String header =
                IntStream.range(0, 5_000).mapToObj(column -> "column_" + column).collect(Collectors.joining(","));
        TestJob job = TestJob.in(folder, "wide", "source: {files: input.csv, ragged: lenient}")
                .input(header + "\n1\n");

        Run run = program.run(job.prepare());

        BsonDocument stored = program.database()
                .getCollection("mongohaul_figures", RawBsonDocument.class)
                .find(eq("job", "wide"))
                .first();
        assertThat(((RawBsonDocument) stored).getByteBuffer().remaining()).isBetween(50_000, 64 * 1024);
        assertThat(figures(run).names()).hasSize(5_000 - figures(run).others());
        Run next = program.run(job.input(header + "\n2\n").prepare());
        assertThat(next.drift()).isEmpty();
    }

    /** Imports a content of its own in each night. */
    private Run night(TestJob job, String header, int night, int rows, String row, String... parameters) {
        String content = IntStream.range(0, rows)
                .mapToObj(number -> night + "-" + number + "," + row)
                .collect(Collectors.joining("\n", header + "\n", "\n"));
        return program.run(job.input(content).prepare(parameters));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "records | 70  | 1,abc    | ",
                "records | 69  | 1,abc    | 69 records were read, usually 100",
                "blanks  | 100 | ,abc     | column \"m\": 100.0 % of the cells are blank, usually 0.0 %",
                "misfits | 100 | none,abc | column \"m\": 100.0 % of the records were rejected because of it, usually 0.0 %"
            })
    void eachLimitIsReportedAsACompletedImport(String figure, int rows, String row, String text) {
        String name = "limit-" + figure + rows + row.length();
        TestJob job = TestJob.in(folder, name, "fields: {m: int32}", "rejects: {limit: unlimited}");
        for (int night = 0; night < 3; night++) {
            assertThat(night(job, "n,m,text", night, 100, "1,abc").drift()).isEmpty();
        }

        Run run = night(job, "n,m,text", 4, rows, row);

        assertThat(run.ending().continues()).isFalse();
        if (text == null) {
            assertThat(run.drift()).isEmpty();
            return;
        }
        assertThat(run.drift()).singleElement().satisfies(deviation -> {
            assertThat(deviation.figure()).isEqualTo(figure);
            assertThat(deviation.text()).isEqualTo(text);
            assertThat(deviation.breach()).isTrue();
        });
        assertThat(night(job, "n,m,text", 5, rows, row, "drift." + figure + "=never")
                        .drift())
                .isEmpty();
    }

    @Test
    void twoImportsSayNothingAboutWhatIsUsual() {
        TestJob job = TestJob.in(folder, "two");
        night(job, "n,m", 1, 100, "1");
        night(job, "n,m", 2, 100, "1");

        assertThat(night(job, "n,m", 3, 10, "1").drift()).isEmpty();
        assertThat(night(job, "n,m", 4, 10, "1").drift()).hasSize(1);
    }

    @Test
    void onlyTheLastSevenCompletedImportsIntoTheTargetCount() {
        TestJob job = TestJob.in(folder, "seven");
        for (int night = 0; night < 4; night++) {
            night(job, "n,m", night, 1000, "1");
        }
        for (int night = 4; night < 10; night++) {
            night(job, "n,m", night, 100, "1");
            night(job, "n,m", 100 + night, 5, "1", "collection=elsewhere");
        }

        assertThat(night(job, "n,m", 10, 60, "1").drift())
                .extracting(Deviation::usual)
                .containsExactly(100.0);
    }

    @Test
    void importsThatAreNotCompletedDoNotCount() {
        TestJob job = TestJob.in(folder, "abandoned");
        for (int night = 0; night < 3; night++) {
            night(job, "n,m", night, 100, "1");
        }
        program.collection("mongohaul_imports")
                .updateOne(eq("identity.job", "abandoned"), Updates.set("state", "ABANDONED"));

        assertThat(night(job, "n,m", 4, 10, "1").drift()).isEmpty();
    }

    @Test
    void importsOfRejectsDoNotCountAndAreNotCompared() throws IOException {
        Files.createDirectories(folder.resolve("rejects"));
        TestJob job = TestJob.in(folder, "rejects");
        for (int night = 0; night < 3; night++) {
            night(job, "n,m", night, 100, "1");
        }
        job.input("rejects/rejects-1.csv", "n\n5\n".getBytes(StandardCharsets.UTF_8));

        Run fixed = program.run(job.prepare("files=" + folder.resolve("rejects/rejects-1.csv")));

        assertThat(fixed.ending()).as(fixed.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixed.drift()).isEmpty();
        assertThat(night(job, "n,m", 5, 100, "1").drift()).isEmpty();
    }

    @Test
    void missingColumnIsRefusedBeforeAnythingIsWritten() {
        TestJob job = TestJob.in(folder, "missing");
        night(job, "n,m,text", 1, 3, "1,a");
        long documents = program.collection("missing").countDocuments();

        assertThatThrownBy(() -> night(job, "n,text", 2, 3, "a"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessage(
                        "missing: the header lacks the column \"m\", which the last import had. Correct the file, or"
                                + " accept the header once with drift.missing-column=report")
                .satisfies(refused -> assertThat(Refusal.of(refused).kind()).isEqualTo(RefusalKind.WRONG));
        assertThat(program.collection("missing").countDocuments()).isEqualTo(documents);
        assertThat(program.bean(ImportPlans.class).findByJob("missing")).hasSize(1);

        Run accepted = night(job, "n,text", 2, 3, "a", "drift.missing-column=report");
        assertThat(accepted.drift())
                .extracting(Deviation::text)
                .containsExactly("column \"m\" is missing, compared with the last import");
        assertThat(accepted.drift()).extracting(Deviation::breach).containsExactly(false);
        assertThat(night(job, "n,text", 3, 3, "a").drift()).isEmpty();
    }

    @Test
    void newColumnIsReported() {
        TestJob job = TestJob.in(folder, "new");
        night(job, "n,m", 1, 3, "1");

        Run run = night(job, "n,m,text", 2, 3, "1,a");

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.drift())
                .extracting(Deviation::text)
                .containsExactly("column \"text\" is new, compared with the last import");
        assertThat(night(job, "n,m,text", 3, 3, "1,a").drift()).isEmpty();
    }

    @Test
    void newColumnIsRefusedIfTheJobSaysSo() {
        TestJob job = TestJob.in(folder, "refusing", "drift: {new-column: refuse, missing-column: ignore}");
        night(job, "n,m", 1, 3, "1");

        assertThatThrownBy(() -> night(job, "n,m,text", 2, 3, "1,a"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("the header has the column \"text\", which the last import did not have");
        assertThat(night(job, "n,other", 2, 3, "1", "drift.new-column=ignore").drift())
                .isEmpty();
    }

    @Test
    void columnThatTheJobNamesIsNoDrift() {
        TestJob job = TestJob.in(folder, "named");
        night(job, "n,m", 1, 3, "1");
        ImportJob changed = TestJob.in(folder, "named", "drift: {new-column: refuse}", "fields: {text: string}")
                .input("n,m,text\n9,1,a\n")
                .prepare();

        assertThat(program.run(changed).drift()).isEmpty();
    }

    @Test
    void repeatedContentIsNothingToDoWhateverTheLastHeaderWas() {
        TestJob job = TestJob.in(folder, "repeated");
        night(job, "n,m", 1, 3, "1");
        night(job, "n,m,text", 2, 3, "1,a");

        assertThat(program.launch(job.input("n,m\n1-0,1\n1-1,1\n1-2,1\n").prepare(), new ImportMonitor())
                        .nothingToDo())
                .isTrue();
    }
}
