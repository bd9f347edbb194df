package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.remote.Network;
import dev.mongohaul.csv.source.remote.RemoteRules;
import dev.mongohaul.csv.source.remote.TestSshServer;
import dev.mongohaul.csv.source.remote.TransferProgress;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of an SFTP server that are imported one by one. */
@Tag(Programs.TAG)
class SftpFilesIT {

    private static final String USER_HOME = "user.home";

    @TempDir
    private static Path folder;

    private static TestSshServer server;
    private static Program program;
    private static String home;

    @BeforeAll
    static void start() throws Exception {
        TestServer.uri();
        server = TestSshServer.start(folder);
        home = System.setProperty(USER_HOME, server.home().toString());
        program = Program.start("sftp_files");
    }

    @AfterAll
    static void close() throws Exception {
        if (server != null) {
            System.setProperty(USER_HOME, home);
            program.close();
            server.close();
        }
    }

    /** The second file grows whenever the clock is read, which happens between the two looks at it. */
    @Test
    void growingFileIsLeftUntilItIsWhole() throws Exception {
        Path in = Files.createDirectories(server.files().resolve("in"));
        Files.writeString(in.resolve("a.csv"), "id\n-1\n");
        Path growing = Files.writeString(in.resolve("b.csv"), "id\n");
        AtomicInteger lines = new AtomicInteger();
        Instant[] now = {Instant.parse("2026-11-20T02:30:00Z")};
        InstantSource quick = () -> minuteLater(now);

        ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();
        Future<?> unused = sender.scheduleAtFixedRate(
                () -> append(growing, lines.getAndIncrement() + "\n"), 0, 100, TimeUnit.MILLISECONDS);
        List<FileResult> first = run(quick.withZone(ZoneOffset.UTC));
        sender.shutdown();
        assertThat(sender.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        assertThat(first).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED, FileOutcome.GROWING);
        assertThat(first.get(1).message()).contains("is still being written");
        assertThat(program.collection("c").countDocuments()).isEqualTo(1);
        int whole = lines.get();

        List<FileResult> second = run(quick.withZone(ZoneOffset.UTC));

        assertThat(second).extracting(FileResult::outcome).containsExactly(FileOutcome.KNOWN, FileOutcome.IMPORTED);
        assertThat(program.collection("c").countDocuments()).isEqualTo(1 + whole);
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant minuteLater(Instant[] now) {
        now[0] = now[0].plus(Duration.ofMinutes(1));
        return now[0];
    }

    private static List<FileResult> run(Clock clock) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/c.yml"),
                "source: {files: '%s', each: file}\ntarget: {collection: c, id: id}\n"
                        .formatted(server.url("in/*.csv")));
        ImportProperties properties = program.bean(ImportProperties.class);
        InputRules rules = properties
                .inputRules()
                .with(new RemoteRules(
                        List.of(server.url("in/")),
                        List.of(Network.of("127.0.0.1")),
                        "",
                        1_000_000,
                        folder.resolve("copies"),
                        TransferProgress.NONE));
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, rules, folder);
        ImportRequest asked = ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "c", List.of(), false);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, rules, clock)
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }
}
