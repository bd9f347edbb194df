package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.broker.EmbeddedBroker;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireCommand;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Number of the commands that imports send. Each takes a round trip, and most follow one another: over a slow line, an import
 * of few records takes as long as its commands, and so do the new files of an inbox on any server. The limits are what was
 * reached, and 2 more for counts that depend on the server. Renewals, claims and looks at partitions depend on the time, and
 * are not counted.
 *
 * <p>{@code -Dcommands.millis=100} delays each command. The test prints them with the time in ms and the thread of the
 * connection.
 */
class CommandsIT {

    private static final long MILLIS = Long.getLong("commands.millis", 0);
    private static final String DATABASE = TestServer.database("commands");
    private static final Set<String> BY_TIME = Set.of(
            "findAndModify mongohaul_imports", "findAndModify mongohaul_partitions", "aggregate mongohaul_partitions");

    /** Progress is saved at the end only, however long the import takes. */
    private static final String ONCE = "mongohaul.repository.checkpoint-interval=1h";

    @TempDir
    private Path folder;

    private final Sent sent = new Sent();
    private final WireProxy proxy = new WireProxy(TestServer.port(), sent);

    @AfterEach
    void end() {
        proxy.close();
        TestServer.client().getDatabase(DATABASE).drop();
    }

    @Test
    void plainImport() {
        earlierImport();
        sent.begin();
        try (Program program = Program.start(proxy.uri(DATABASE), DATABASE, ONCE)) {
            launch(program);
        }

        sent.assertAtMost(55, "plain import");
    }

    @Test
    void importWithWorkers(@TempDir Path queue) throws Exception {
        earlierImport();
        try (EmbeddedBroker broker = EmbeddedBroker.start("127.0.0.1", 0, "mongohaul.partitions", queue, null)) {
            sent.begin();
            try (Program program = Program.sharing(proxy.uri(DATABASE), DATABASE, broker.address(), ONCE)) {
                launch(program);
            }
        }

        sent.assertAtMost(65, "import with workers");
    }

    @Test
    void newFilesOfAnInbox() throws IOException {
        try (Program program = Program.start(proxy.uri(DATABASE), DATABASE, ONCE)) {
            file("a.csv", 1);
            imports(program);
            file("b.csv", 2);
            sent.begin();
            imports(program);
            sent.assertAtMost(45, "one new file");
            file("c.csv", 3);
            file("d.csv", 4);
            sent.begin();
            imports(program);
            sent.assertAtMost(86, "two new files");
        }
    }

    /** Creates the collections of the JobRepository. */
    private void earlierImport() {
        try (Program program = Program.start(TestServer.uri(), DATABASE)) {
            program.run(TestJob.in(folder, "earlier").input(Rows.csv(10)).prepare());
        }
    }

    private void launch(Program program) {
        TestJob job = TestJob.in(folder, "next").input(Rows.csv(1000));
        assertThat(program.launch(job.prepare("grid-size=2"), new ImportMonitor())
                        .run())
                .map(Run::ending)
                .contains(RunStatus.COMPLETED);
    }

    private void imports(Program program) throws IOException {
        Path jobs = Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("inbox.yml"), """
                source: {files: in/*.csv, each: file}
                target: {collection: inbox}
                """);
        ImportRequest asked = ImportRequest.of(new JobFiles(jobs, folder), "inbox", List.of(), false);
        ImportProperties properties = program.bean(ImportProperties.class);
        ImportJobs prepared =
                new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        FileByFile.of(prepared, asked, null, Clock.systemUTC())
                .imports(
                        program.bean(ImportLauncher.class),
                        (launch, monitor) -> launch.on(program.bean(ImportLauncher.class)),
                        result -> {});
    }

    private void file(String name, int first) throws IOException {
        Path file = Files.createDirectories(folder.resolve("in")).resolve(name);
        Files.writeString(file, "id\n" + first + "\n");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    }

    /** Commands of the application, in the order in which they were sent. */
    private static final class Sent implements Interference {

        private final List<String> commands = new CopyOnWriteArrayList<>();
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private volatile long begun = System.nanoTime();

        void begin() {
            commands.clear();
            lines.clear();
            begun = System.nanoTime();
        }

        @Override
        public Verdict decide(WireCommand command) throws InterruptedException {
            commands.add(command.toString());
            lines.add("%6d %3d %s".formatted(millis(), Thread.currentThread().getId() % 1000, command));
            Thread.sleep(MILLIS);
            return Verdict.PASS;
        }

        private long millis() {
            return Duration.ofNanos(System.nanoTime() - begun).toMillis();
        }

        void assertAtMost(int number, String what) {
            System.out.printf("%s: %d commands, %d ms%n%s%n", what, lines.size(), millis(), String.join("\n", lines));
            assertThat(commands.stream().filter(command -> !BY_TIME.contains(command)))
                    .as(what)
                    .hasSizeLessThanOrEqualTo(number);
        }
    }
}
