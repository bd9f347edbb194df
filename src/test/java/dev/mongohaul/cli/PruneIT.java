package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class PruneIT extends ProgramTest {

    private static final String JOB = """
            source: {files: in.csv}
            target: {collection: c}
            fields: {n: int32}
            rejects: {limit: unlimited}
            """;

    @Test
    void oldImportsAreRemovedAndReported() {
        file("jobs/brief.yml", JOB, "retention: 10d");
        imported("brief", "1", "x");
        imported("brief", "2");
        age(20);
        imported("brief", "3");

        Result preview = program.run("prune", "--dry-run");
        Result pruned = program.run("prune");
        Result again = program.run("prune", "brief");

        assertThat(preview.out())
                .isEqualTo("brief: 2 imports, 2 runs, 1 reject, 2 files would be removed%n".formatted());
        assertThat(pruned)
                .isEqualTo(new Result(0, "brief: 2 imports, 2 runs, 1 reject, 2 files removed%n".formatted(), ""));
        assertThat(again.out()).isEqualTo("brief: nothing is that old%n".formatted());
        assertThatHas(folder.resolve("rejects")).isEmpty();
        assertThat(collection("c").countDocuments()).isEqualTo(3);
        assertThat(program.run("report").out().lines()).hasSize(2);
    }

    @Test
    void ageAppliesToAJobWithoutARetention() {
        file("jobs/ever.yml", JOB);
        imported("ever", "1");
        imported("ever", "2");
        age(20);

        assertThat(program.run("prune").out())
                .isEqualTo("No job has a retention. Use --older-than=90d to remove older imports of all jobs.%n"
                        .formatted());
        assertRefused(
                program.run("prune", "ever"),
                2,
                "ever has no retention: add one to its file, or say how old, such as --older-than=90d");
        assertThat(program.run("prune", "ever", "--older-than=30d").out())
                .isEqualTo("ever: nothing is that old%n".formatted());
        assertThat(program.run("prune", "ever", "--older-than=10d").out())
                .isEqualTo("ever: 1 import, 1 run removed%n".formatted());
    }

    @Test
    void unknownJobAndInvalidAgeAreRefused() {
        assertRefused(program.run("prune", "unknown"), 2, "There is no job \"unknown\"");
        assertThat(List.of("23h", "90", "-5d", "soon", "99999999999999999999d"))
                .allSatisfy(age -> assertRefused(
                        program.run("prune", "--older-than=" + age),
                        2,
                        "\"" + age + "\" is not an age of at least 1d, such as 90d"));
    }

    private void imported(String job, String... cells) {
        file("in.csv", "n", String.join("\n", cells));
        assertThat(program.run("import", job).exitCode()).isIn(0, 10);
    }

    /** Moves all stored times and reject files into the past. */
    private void age(int days) {
        for (String collection : List.of("mongohaul_imports", "BATCH_JOB_EXECUTION")) {
            for (String time : List.of("created", "createTime", "startTime", "endTime", "lastUpdated")) {
                Document earlier = new Document(
                        "$subtract", List.of("$" + time, Duration.ofDays(days).toMillis()));
                collection(collection)
                        .updateMany(
                                new Document(time, new Document("$type", "date")),
                                List.of(new Document("$set", new Document(time, earlier))));
            }
        }
        folder.resolve("rejects")
                .toFile()
                .listFiles(file -> file.setLastModified(
                        System.currentTimeMillis() - Duration.ofDays(days).toMillis()));
    }
}
