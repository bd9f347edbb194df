package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two programs import the files of one folder at the same time, {@code -Dfolder.files} of them. */
class SharedFolderIT {

    private static final int FILES = TestSize.of("folder.files", 30, 300);
    private static final int RECORDS = 100;

    private static Program program;
    private static Program other;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start("shared_folder");
        other = Program.start("shared_folder");
    }

    @AfterAll
    static void close() {
        other.close();
        program.close();
    }

    @BeforeEach
    void clear() {
        TestDatabases.clear(program.database());
    }

    @Test
    void eachFileIsInsertedOnce() throws IOException {
        List<List<FileResult>> results = importTwice("", "operation: insert", file -> file * RECORDS);

        requireNoneRefused(results);
        requireEachOnce();
        assertThat(names("in")).hasSize(FILES);
    }

    @Test
    void eachFileIsInsertedOnceAndMoved() throws IOException {
        List<List<FileResult>> results =
                importTwice("after: { completed: done }", "operation: insert", file -> file * RECORDS);

        requireNoneRefused(results);
        requireEachOnce();
        assertThat(names("in")).isEmpty();
        assertThat(names("done")).hasSize(FILES);
        assertThat(program.bean(ImportPlans.class).files().findWaiting("orders"))
                .isEmpty();
    }

    @Test
    void filesReplaceDocumentsInTheirOrder() throws IOException {
        List<List<FileResult>> results = importTwice("after: { completed: done }", "operation: upsert", file -> 0);

        assertThat(results)
                .anySatisfy(each -> assertThat(each)
                        .extracting(FileResult::outcome)
                        .isSubsetOf(FileOutcome.IMPORTED, FileOutcome.KNOWN));
        requireNoneRefused(results);
        assertThat(program.collection("orders").find().into(new ArrayList<>()))
                .hasSize(RECORDS)
                .allSatisfy(document -> assertThat(document.getString("file")).isEqualTo(name(FILES - 1)));
        assertThat(names("in")).isEmpty();
        assertThat(names("done")).hasSize(FILES);
    }

    private static void requireNoneRefused(List<List<FileResult>> results) {
        assertThat(results.stream().flatMap(List::stream))
                .filteredOn(
                        result -> result.outcome() == FileOutcome.REFUSED || result.outcome() == FileOutcome.GROWING)
                .isEmpty();
    }

    private void requireEachOnce() {
        assertThat(program.bean(ImportPlans.class).findByJob("orders"))
                .hasSize(FILES)
                .allSatisfy(plan -> assertThat(plan.state()).isEqualTo(ImportState.COMPLETED));
        List<String> records = program.collection("orders")
                .find()
                .map(document -> document.getString("number"))
                .into(new ArrayList<>());
        assertThat(records).hasSize(FILES * RECORDS).doesNotHaveDuplicates();
    }

    /** Runs both programs until both have come to the end of their lists. */
    private List<List<FileResult>> importTwice(String rules, String write, IntUnaryOperator first) throws IOException {
        Files.createDirectories(folder.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            int from = first.applyAsInt(file);
            String name = name(file);
            String records = IntStream.range(from, from + RECORDS)
                    .mapToObj(number -> number + "," + name + "\n")
                    .reduce("number,file\n", String::concat);
            Path path = Files.writeString(folder.resolve("in").resolve(name), records);
            Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3_600 + file)));
        }
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), """
                source:
                  files: in/*.csv
                  each: file
                  %s
                target: { collection: orders%s }
                write: { %s }
                empty: ok
                """.formatted(
                        rules, write.contains("upsert") ? ", id: [number]" : "", write));
        return Stream.of(program, other)
                .map(each -> CompletableFuture.supplyAsync(() -> results(each)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private List<FileResult> results(Program each) {
        ImportProperties properties = each.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        ImportRequest asked =
                ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "orders", List.of(), false);
        ImportLauncher launcher = each.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, null, Clock.systemUTC())
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }

    private static String name(int file) {
        return String.format(Locale.ROOT, "%03d.csv", file);
    }

    private List<String> names(String in) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(in))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
