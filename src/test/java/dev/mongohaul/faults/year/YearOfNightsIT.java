package dev.mongohaul.faults.year;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.source.remote.S3Server;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nights of a folder into which good and bad files come, on a clock that the test sets. Some runs are killed at one of their
 * commands. Imports are pruned after 30 nights. {@code -Dyear.nights=365 -Dyear.kills=40 -Dyear.seed=1} is a whole year;
 * with {@code -Dyear.s3=true}, the folders are in a bucket.
 */
class YearOfNightsIT {

    private static final String DATABASE = TestServer.database("year");
    private static final int NIGHTS = TestSize.of("year.nights", 15, 365);
    private static final int KILLS = TestSize.of("year.kills", 2, 40);
    /** The fixed one has files of ten kinds in its first 15 nights. */
    private static final long SEED = TestSize.seed("year.seed", 204);

    private static final int KEPT_NIGHTS = 30;

    private static final SettableClock CLOCK = new SettableClock(Instant.EPOCH);
    private static Program program;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final List<Instant> ends = new ArrayList<>();
    private Box box;
    private int kills;

    @BeforeAll
    static void start() {
        program = Program.at(CLOCK, TestServer.uri(), DATABASE);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    @Test
    void everyFileIsLoadedOnceAndLiesWhereItBelongs() throws Exception {
        box = Boolean.getBoolean("year.s3") ? new BucketBox(S3Server.ofTests(), "year") : new FolderBox(folder);
        prepare();
        Sender sender = new Sender(box, SEED);
        // No file is newer than the clock of the file system, so that none is looked at twice.
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(NIGHTS));
        for (int night = 0; night < NIGHTS; night++) {
            CLOCK.set(begin.plus(Duration.ofDays(night)));
            sender.deliver(night, CLOCK.instant());
            Thread growing = new Thread(() -> sender.grow(CLOCK.instant()));
            growing.start();
            String killed = kills < KILLS && random.nextInt(NIGHTS - night) < 2 * (KILLS - kills) ? kill() : "";
            List<FileResult> results = Night.run(program, folder, CLOCK);
            growing.interrupt();
            growing.join();
            ends.add(Instant.now());
            if (night >= KEPT_NIGHTS) {
                program.bean(Pruner.class).prune(Night.JOB, ends.get(night - KEPT_NIGHTS), null, false);
            }
            check(sender, "night %d %s%n%s".formatted(night, killed, lines(results)));
        }

        checkReport(sender);
        assertThat(kills).isEqualTo(KILLS);
        System.out.printf("%d nights of %s, %d killed, %s%n", NIGHTS, box.inJobFile("in"), kills, sender.kinds);
    }

    private void prepare() throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), """
                source:
                  files: '%s/*.csv'
                  each: file
                  after: {completed: '%s/{date}', failed: '%s'}
                  expect: {marker: '{file}.done', checksum: '{file}.sha256'}
                target: {collection: orders}
                empty: ok
                """.formatted(
                        box.inJobFile("in"), box.inJobFile("done"), box.inJobFile("failed")));
    }

    /** Runs the night in a process that is killed; returns where, or an empty text if it came to its end before. */
    private String kill() {
        boolean ofFiles = random.nextBoolean();
        KilledNight night = new KilledNight(1 + random.nextInt(ofFiles ? 8 : 80), ofFiles, random.nextBoolean());
        if (!night.run(TestServer.port(), DATABASE, folder, box.environment(), CLOCK.instant())) {
            return "";
        }
        kills++;
        return night.toString();
    }

    private void check(Sender sender, String what) {
        assertThat(names("in").stream().filter(name -> name.endsWith(".csv")))
                .as("files in the folder, %s", what)
                .containsExactlyInAnyOrderElementsOf(sender.left);
        assertThat(names("in").stream().filter(name -> sender.left.stream().noneMatch(name::startsWith)))
                .as("other files in the folder, %s", what)
                .isEmpty();
        assertThat(contents("done")).as("completed files, %s", what).containsExactlyInAnyOrderElementsOf(sender.done);
        assertThat(contents("failed")).as("failed files, %s", what).containsExactlyInAnyOrderElementsOf(sender.failed);
        List<String> loaded = program.collection("orders")
                .find()
                .map(document -> document.get("number").toString())
                .into(new ArrayList<>());
        assertThat(loaded).as("records, %s", what).containsExactlyInAnyOrderElementsOf(sender.records);
    }

    private static String lines(List<FileResult> results) {
        return results.stream()
                .map(result ->
                        "%s %s %s".formatted(Path.of(result.file()).getFileName(), result.outcome(), result.message()))
                .collect(Collectors.joining("\n"));
    }

    /** All contents are known with their imports and places, and the imports of the last nights can be reported. */
    private void checkReport(Sender sender) {
        List<KnownFile> known = program.bean(ImportPlans.class).files().ofJob(Night.JOB);
        List<KnownFile> completed = known.stream()
                .filter(file -> file.state() == FileState.COMPLETED)
                .toList();
        assertThat(completed).allSatisfy(file -> {
            assertThat(file.importNumber()).isPositive();
            assertThat(file.gone()).isTrue();
            assertThat(box.hasFile(String.valueOf(file.goes()))).isTrue();
        });
        assertThat(completed.stream().map(KnownFile::importNumber).distinct()).hasSameSizeAs(sender.imported);
        assertThat(completed.stream().map(file -> file.id().content()).distinct())
                .hasSameSizeAs(sender.imported);
        assertThat(known).noneMatch(KnownFile::waits);
        Set<Long> stored = program.bean(ImportPlans.class).findByJob(Night.JOB).stream()
                .map(plan -> plan.importNumber())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(completed.stream().map(KnownFile::importNumber).toList()).containsAll(stored);
        if (NIGHTS > 2 * KEPT_NIGHTS) {
            assertThat(stored).hasSizeLessThan(sender.imported.size());
        }
    }

    private List<String> contents(String name) {
        return box.paths(name).stream()
                .filter(path -> path.endsWith(".csv"))
                .map(box::content)
                .toList();
    }

    private List<String> names(String name) {
        return box.paths(name).stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }
}
