package dev.mongohaul.job.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.archive.Zips;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of files in ZIP archives. */
class ZipIT {

    private static final int FILES = 5;
    private static final int ROWS = 2_000;
    private static final Comparator<Document> BY_NUMBER = Comparator.comparing(Document::toString);

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

    /** Returns files, each of which has one record that is rejected. */
    private static Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder("file,n,text\n");
            for (int row = 0; row < ROWS; row++) {
                String number = row == 1_000 ? "x" : Integer.toString(row);
                String rest = DigestUtils.sha256Hex(file + " " + row);
                text.append(file + "," + number + "," + rest + "\n");
            }
            files.put("in-" + file + ".csv", text.toString());
        }
        return files;
    }

    private TestJob job(String name, String files, int grid) {
        return TestJob.in(
                folder,
                name,
                "source: {files: '%s'}".formatted(files),
                "partition: {grid-size: %d}".formatted(grid),
                "fields: {n: int32}",
                "rejects: {limit: unlimited}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void documentsAreThoseOfThePlainFiles(int grid) {
        files().forEach((name, text) -> write(name, text.getBytes(UTF_8)));
        write("in.zip", Zips.zip(files()));
        Run plain = program.run(job("plain" + grid, "in-*.csv", grid).prepare());

        Run packed = program.run(job("packed" + grid, "in.zip!/in-*.csv", grid).prepare());

        assertThat(packed.ending()).as(packed.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.plan(packed).counts()).isEqualTo(program.plan(plain).counts());
        assertThat(documents("packed" + grid)).isEqualTo(documents("plain" + grid));
        assertThat(program.plan(packed).partitions().size()).isBetween(grid == 1 ? 1 : 3, grid + 1);
        assertThat(program.plan(packed).inputs())
                .extracting(PlannedInput::path)
                .containsExactlyElementsOf(files().keySet().stream()
                        .map(name -> folder.resolve("in.zip") + "!/" + name)
                        .toList());
        assertThat(rejects(packed))
                .containsExactlyElementsOf(files().keySet().stream()
                        .map(name -> folder.resolve("in.zip") + "!/" + name + ":1002")
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void interruptedImportContinues(int grid) {
        write("in.zip", Zips.zip(files()));
        TestJob job = job("continued" + grid, "in.zip!/*.csv", grid);
        Run first = program.failAfterChunks(7, job.prepare("chunk-size=100"));
        assertThat(first.ending()).isEqualTo(RunStatus.FAILED);

        ImportJob again = job.prepare("chunk-size=150");
        Run second = program.run(again);

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(program.plan(second).counts()).isEqualTo(new Counts(FILES * ROWS, FILES * (ROWS - 1L), 0, FILES, 0));
        assertThat(documents("continued" + grid)).doesNotHaveDuplicates().hasSize(FILES * (ROWS - 1));
    }

    @Test
    void archiveThatWasPackedAgainIsNotContinued() {
        write("in.zip", Zips.zip(files()));
        TestJob job = job("replaced", "in.zip!/*.csv", 1);
        program.failAfterChunks(2, job.prepare("chunk-size=100"));
        Map<String, String> others = files();
        others.computeIfPresent("in-4.csv", (name, text) -> text.replace("1999,", "2999,"));
        write("in.zip", Zips.zip(others));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContaining("The input was changed after")
                .hasMessageContaining(folder.resolve("in.zip") + "!/");
    }

    private List<String> rejects(Run run) {
        try (Stream<Reject> rejects = program.bean(RejectStore.class).stream(run.importNumber())) {
            return rejects.map(reject ->
                            reject.record().file() + ":" + reject.record().line())
                    .sorted()
                    .toList();
        }
    }

    private List<Document> documents(String collection) {
        return Rows.withoutIds(program.documents(collection)).stream()
                .sorted(BY_NUMBER)
                .toList();
    }

    private void write(String name, byte[] content) {
        try {
            Files.write(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
