package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files go with an import, and which never do. */
class ExportedFilesIT {

    private Program program;

    @TempDir
    private Path folder;

    private Path exports;
    private TestJob job;
    private Run old;

    @BeforeEach
    void start() throws IOException {
        program = Program.start(TestDatabases.take());
        exports = folder.resolve("rejects");
        job = TestJob.in(folder, "job", "rejects: {limit: unlimited}", "fields: {n: int32}");
        old = program.run(job.input("n\n1\nx\n").prepare());
        program.run(job.input("n\n2\ny\n").prepare());
        assertThat(files()).containsExactly("job-1.csv", "job-1.jsonl", "job-2.csv", "job-2.jsonl");
    }

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void filesOfAnImportGoWithIt() throws IOException {
        assertThat(prune(false).files()).isEqualTo(2);

        assertThat(files()).containsExactly("job-2.csv", "job-2.jsonl");
    }

    @Test
    void exportsWithOtherNamesGoWithIt() throws IOException {
        for (String name : List.of("job-1.2.csv", "job-1.2.jsonl", "job-1.3.csv")) {
            past(Files.writeString(exports.resolve(name), "rejects"));
        }

        assertThat(prune(false).files()).isEqualTo(5);

        assertThat(files()).containsExactly("job-2.csv", "job-2.jsonl");
    }

    @Test
    void dryRunCountsThem() throws IOException {
        assertThat(prune(true).files()).isEqualTo(2);

        assertThat(files()).hasSize(4);
    }

    @Test
    void fileChangedByAUserStays() throws IOException {
        Files.setLastModifiedTime(
                exports.resolve("job-1.csv"), FileTime.from(Instant.now().plus(Duration.ofHours(1))));

        assertThat(prune(false)).isEqualTo(new Pruned("job", 1, 1, 1, 1, 0));

        assertThat(files()).containsExactly("job-1.csv", "job-2.csv", "job-2.jsonl");
    }

    @Test
    void otherFilesStay() throws IOException {
        List<String> others =
                List.of("job-1.csv.bak", "job-10.csv", "Job-1.csv", "job-01.csv", "job-1-1.csv", "another-1.csv");
        for (String name : others) {
            past(Files.writeString(exports.resolve(name), "mine"));
        }

        prune(false);

        assertThat(files()).containsAll(others).hasSize(others.size() + 2);
    }

    @Test
    void linkOfThatNameIsNotFollowed() throws IOException {
        Path mine = past(Files.writeString(folder.resolve("mine.csv"), "mine"));
        Files.delete(exports.resolve("job-1.csv"));
        Files.createSymbolicLink(exports.resolve("job-1.csv"), mine);

        prune(false);

        assertThat(mine).exists();
        assertThat(files()).contains("job-1.csv").doesNotContain("job-1.jsonl");
    }

    @Test
    void fileThatAnUnfinishedImportReadsStays() throws IOException {
        Path read = past(exports.resolve("job-1.csv"));
        TestJob fixed = TestJob.in(folder, "fixed", "source: {files: rejects/job-1.csv}");
        program.failAfterChunks(0, fixed.prepare());

        prune(false);

        assertThat(read).exists();
    }

    @Test
    void importWithoutRejectsOwnsNoFile() throws IOException {
        program.run(job.input("n\n3\n").prepare());
        program.run(job.input("n\n4\n").prepare());
        past(Files.writeString(exports.resolve("job-3.csv"), "of another repository"));

        prune(false);

        assertThat(files()).containsExactly("job-3.csv");
    }

    @Test
    void withoutAFolderNoneIsTouched() throws IOException {
        program.bean(Pruner.class).prune("job", Instant.now().plusSeconds(60), null, false);

        assertThat(files()).hasSize(4);
    }

    private Pruned prune(boolean dryRun) {
        return program.bean(Pruner.class).prune("job", Instant.now().plusSeconds(3600), exports, dryRun);
    }

    private Path past(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(old.started()));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(exports)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
