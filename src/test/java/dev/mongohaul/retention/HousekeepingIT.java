package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingIT {

    private static final Document ALL = new Document();

    private Program program;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        program = Program.start(TestDatabases.take());
        Files.createDirectory(folder.resolve("jobs"));
    }

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void jobIsPrunedByTheRetentionOfItsFile() throws IOException {
        jobFile("brief", "retention: 10d");
        jobFile("long", "retention: 30d");
        jobFile("ever", "");
        jobFile("broken", "retention: soon");
        Stream.of("brief", "long", "ever", "broken", "gone").forEach(this::importThrice);
        age(Duration.ofDays(20));

        List<Pruned> pruned = housekeeping().run();

        assertThat(pruned).containsExactly(new Pruned("brief", 2, 2, 0, 0, 0), Pruned.nothing("long"));
        assertThat(program.collection("mongohaul_imports").countDocuments()).isEqualTo(13);
    }

    @Test
    void retentionsAreOfAllJobsThatAreKnown() throws IOException {
        jobFile("brief", "retention: 10d");
        jobFile("broken", "retention: soon");
        importThrice("gone");

        assertThat(housekeeping().retentions())
                .containsEntry("brief", Optional.of(Duration.ofDays(10)))
                .containsEntry("broken", Optional.empty())
                .containsEntry("gone", Optional.empty())
                .hasSize(3);
    }

    @Test
    void twoProcessesPruneTogetherWhatOneWould() {
        importThrice("job");
        age(Duration.ofDays(20));

        long imports = Stream.of(housekeeping(), housekeeping(), housekeeping())
                .parallel()
                .mapToLong(housekeeping ->
                        housekeeping.prune("job", Duration.ofDays(10), false).imports())
                .sum();

        assertThat(imports).isEqualTo(2);
        assertThat(program.collection("BATCH_JOB_EXECUTION").countDocuments()).isEqualTo(1);
    }

    @Test
    void slotsOfRemovedRunsAreRemoved() {
        importThrice("job");
        age(Duration.ofDays(20));
        for (long run = 1; run <= 3; run++) {
            slot("job", run);
        }

        Pruned expected = housekeeping().prune("job", Duration.ofDays(10), true);
        Pruned pruned = housekeeping().prune("job", Duration.ofDays(10), false);

        assertThat(pruned).isEqualTo(expected).isEqualTo(new Pruned("job", 2, 2, 0, 0, 2));
        assertThat(program.collection("mongohaul_slots")
                        .distinct("runId", Long.class)
                        .first())
                .isEqualTo(3);
    }

    @Test
    void dataYoungerThanADayIsNeverRemoved() {
        assertThatThrownBy(() -> housekeeping().prune("job", Duration.ofHours(23), false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ageIsMeasuredByTheServersClock() {
        Instant time = program.bean(Pruner.class).serverTime();

        assertThat(Duration.between(time, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
    }

    private Housekeeping housekeeping() {
        return new Housekeeping(
                new JobFiles(folder.resolve("jobs"), folder),
                program.bean(Pruner.class),
                program.bean(ImportProperties.class),
                program.bean(MongoConnections.class));
    }

    private void jobFile(String name, String settings) throws IOException {
        Files.writeString(
                folder.resolve("jobs/" + name + ".yml"), "source: {files: a}\ntarget: {collection: c}\n" + settings);
    }

    private void importThrice(String name) {
        TestJob job = TestJob.in(folder, name);
        List.of(1, 2, 3)
                .forEach(number -> program.run(job.input("n\n" + number + "\n").prepare()));
    }

    /** Has everything been done earlier; the order of imports stays. */
    private void age(Duration age) {
        for (String collection : List.of("mongohaul_imports", "BATCH_JOB_EXECUTION")) {
            String[] times = collection.startsWith("BATCH")
                    ? new String[] {"createTime", "startTime", "endTime", "lastUpdated"}
                    : new String[] {"created"};
            for (String time : times) {
                program.collection(collection)
                        .updateMany(
                                ALL,
                                List.of(Updates.set(
                                        time, new Document("$subtract", List.of("$" + time, age.toMillis())))));
            }
        }
    }

    private void slot(String job, long run) {
        Date settled = Date.from(Instant.now().minus(Duration.ofDays(20)).plusSeconds(run));
        program.collection("mongohaul_slots")
                .insertOne(new Document("_id", new Document("job", job).append("time", settled))
                        .append("state", "RAN")
                        .append("runId", run)
                        .append("settledAt", settled));
    }
}
