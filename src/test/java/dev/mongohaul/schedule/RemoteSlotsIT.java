package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.remote.Network;
import dev.mongohaul.csv.source.remote.RemoteRules;
import dev.mongohaul.csv.source.remote.S3Server;
import dev.mongohaul.csv.source.remote.TestSshServer;
import dev.mongohaul.csv.source.remote.TestWebServer;
import dev.mongohaul.csv.source.remote.TransferProgress;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.pause.FileWait;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.support.ExecutorServiceAdapter;

/** Slots whose file lies on another machine, as serve runs them: only named servers are read. */
@Tag(Programs.TAG)
class RemoteSlotsIT {

    private static final Instant START = Instant.parse("2026-11-20T01:00:00Z");
    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");
    private static final Instant END = NIGHT.plus(Duration.ofHours(2));
    private static final int RECORDS = 2_000;

    private static Program program;
    private static ScheduledExecutorService renewals;

    private final SettableClock clock = new SettableClock(START);

    @TempDir
    private Path folder;

    private Slots slots;
    private volatile Runnable beforeLook = () -> {};

    @BeforeAll
    static void start() {
        program = Program.start(TestServer.database("remote_slots"));
        renewals = Executors.newSingleThreadScheduledExecutor();
    }

    @AfterAll
    static void stop() {
        renewals.shutdownNow();
        program.close();
    }

    @BeforeEach
    void begin() {
        TestDatabases.clear(program.database());
        slots = new Slots(program.database(), RetryBudget.NONE);
        slots.createIndexes();
    }

    @Test
    void fileOfAWebServerIsWaitedFor() throws Exception {
        try (TestWebServer web = TestWebServer.start(folder)) {
            Thread looking = waiting(web.url("/out/in.csv"));

            web.put("/out/in.csv", bytes(0, RECORDS));

            assertImported(looking);
        }
    }

    @Test
    void objectOfABucketIsWaitedFor() throws Exception {
        S3Server server = S3Server.ofTests().use();
        String bucket = "slots-" + UUID.randomUUID();
        server.client().createBucket(create -> create.bucket(bucket));
        Thread looking = waiting("s3://%s/out/in.csv".formatted(bucket));

        server.put(bucket, "out/in.csv", bytes(0, RECORDS));

        assertImported(looking);
    }

    /** Before each look at the file, its sender adds a part. */
    @Test
    void fileOfAnSftpServerIsWaitedForUntilItIsWhole() throws Exception {
        TestServer.uri();
        String home = System.getProperty("user.home");
        try (TestSshServer server = TestSshServer.start(folder)) {
            System.setProperty("user.home", server.home().toString());
            Thread looking = waiting(server.url("in.csv"));
            Path file = server.files().resolve("in.csv");
            AtomicInteger sent = new AtomicInteger();

            beforeLook = () -> {
                int next = sent.getAndAdd(RECORDS / 10);
                if (next < RECORDS) {
                    append(file, bytes(next, next + RECORDS / 10));
                }
            };

            assertImported(looking);
        } finally {
            System.setProperty("user.home", home);
        }
    }

    private static void append(Path file, byte[] part) {
        try {
            Files.write(file, part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void missingFileRefusesTheSlotWhenTheTimeIsUp() throws Exception {
        try (TestWebServer web = TestWebServer.start(folder)) {
            String address = web.url("/out/in.csv");
            Thread looking = waiting(address);

            clock.set(END);
            looking.join(20_000);

            assertThat(recent().state()).isEqualTo(SlotState.REFUSED);
            assertThat(recent().reason()).startsWith(address + " did not come by ");
            assertThat(web.requests()).allMatch(request -> request.startsWith("/out/in.csv bytes=0-0"));
        }
    }

    @Test
    void addressThatIsNotAllowedIsRefusedAtOnce() throws Exception {
        try (TestWebServer web = TestWebServer.start(folder)) {
            Timetable timetable = timetable(web.url("/else/in.csv"), web.url("/out/"));

            clock.set(NIGHT);
            timetable.look();

            assertThat(recent().state()).isEqualTo(SlotState.REFUSED);
            assertThat(recent().reason()).contains(web.url("/else/in.csv") + " is outside of " + web.url("/out/"));
            assertThat(web.requests()).isEmpty();
        }
    }

    /** Returns the thread of a slot that is due, and waits for the file. */
    private Thread waiting(String address) throws IOException {
        Timetable timetable = timetable(address, address.substring(0, address.lastIndexOf('/') + 1));
        clock.set(NIGHT);
        Thread looking = new Thread(timetable::look);
        looking.start();
        Awaitility.await().until(() -> slots.recent("nightly", 5).stream().anyMatch(slot -> slot.waits() != null));
        assertThat(recent().waits()).isEqualTo(new FileWait(address, END));
        clock.set(NIGHT.plus(Duration.ofMinutes(90)));
        Awaitility.await().until(() -> looking.getState() == Thread.State.TIMED_WAITING);
        assertThat(recent().state()).isEqualTo(SlotState.CLAIMED);
        return looking;
    }

    private SlotRecord recent() {
        return slots.recent("nightly", 5).get(0);
    }

    private void assertImported(Thread looking) throws Exception {
        looking.join(60_000);
        assertThat(recent().reason()).isNull();
        assertThat(recent().state()).isEqualTo(SlotState.RAN);
        assertThat(recent().waits()).isNull();
        assertThat(program.collection("c")
                        .find()
                        .sort(new Document("_id", 1))
                        .map(document -> document.get("_id") + "," + document.get("text"))
                        .into(new java.util.ArrayList<>()))
                .isEqualTo(IntStream.range(0, RECORDS)
                        .mapToObj(RemoteSlotsIT::record)
                        .toList());
        assertThat(folder.resolve("copies")).isEmptyDirectory();
    }

    private static byte[] bytes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(id -> record(id) + "\n")
                .collect(Collectors.joining("", from == 0 ? "id,text\n" : "", ""))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String record(int id) {
        return "%d,text %d".formatted(id, id * 7919L % 1009);
    }

    private Timetable timetable(String address, String allowed) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/nightly.yml"), """
                source: {files: '%s'}
                target: {collection: c, id: id}
                fields: {id: int32}
                unfinished: abandon
                schedule: {cron: "0 30 2 * * *", wait: 2h}
                """.formatted(address));
        ImportProperties limits = program.bean(ImportProperties.class);
        InputRules rules = limits.inputRules()
                .with(new RemoteRules(
                        List.of(allowed),
                        List.of(Network.of("127.0.0.1")),
                        "mongohaul.import.remote.sources",
                        1_000_000,
                        folder.resolve("copies"),
                        TransferProgress.NONE));
        JobFiles files = new JobFiles(folder.resolve("jobs"), folder);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        SlotInput input = new SlotInput(
                job -> {
                    beforeLook.run();
                    return SlotInput.stamps(job, rules, launcher::known);
                },
                Duration.ofMillis(50),
                clock);
        SlotRuns runs = new SlotRuns(
                slots,
                files,
                new ImportJobs(InputStream.nullInputStream(), limits, rules, folder),
                input,
                launcher,
                program.bean(Runs.class),
                Duration.ofSeconds(10),
                renewals);
        Timetable timetable =
                new Timetable(files, slots, runs, new ExecutorServiceAdapter(new SyncTaskExecutor()), clock);
        timetable.refresh();
        return timetable;
    }
}
