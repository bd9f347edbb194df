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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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

    @Test
    void growingFileIsLeftUntilItIsWhole() throws Exception {
        Path in = Files.createDirectories(server.files().resolve("in"));
        Files.writeString(in.resolve("a.csv"), "id\n-1\n");
        Path growing = Files.writeString(in.resolve("b.csv"), "id\n0\n");
        FileByFile found = find();
        Files.writeString(growing, "1\n", StandardOpenOption.APPEND);

        List<FileResult> first = imported(found);

        assertThat(first).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED, FileOutcome.GROWING);
        assertThat(first.get(1).message()).contains("is still being written");
        assertThat(program.collection("c").countDocuments()).isEqualTo(1);

        List<FileResult> second = imported(find());

        assertThat(second).extracting(FileResult::outcome).containsExactly(FileOutcome.KNOWN, FileOutcome.IMPORTED);
        assertThat(program.collection("c").countDocuments()).isEqualTo(3);
    }

    private static FileByFile find() throws IOException {
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
        return FileByFile.of(jobs, asked, rules, Clock.systemUTC(), Duration.ofMillis(10));
    }

    private static List<FileResult> imported(FileByFile found) {
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        return found.imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }
}
