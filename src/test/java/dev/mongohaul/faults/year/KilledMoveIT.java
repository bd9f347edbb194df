package dev.mongohaul.faults.year;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.csv.source.remote.S3Server;
import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed between the two requests of a move: the copy of an object, and its deletion. */
@Tag(Programs.TAG)
class KilledMoveIT {

    private static final String DATABASE = TestServer.database("killed_move");
    private static final String BUCKET = "killed-move";

    @TempDir
    private Path folder;

    private volatile @Nullable OsProcess process;

    @Test
    void nextRunDeletesWhatWasCopied() throws Exception {
        BucketBox box = new BucketBox(S3Server.ofTests(), BUCKET);
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), """
                source: {files: 's3://killed-move/in/*.csv', each: file, after: {completed: 's3://killed-move/done'}}
                target: {collection: orders}
                empty: ok
                """);
        box.put("in/a.csv", "id\n1\n2\n", Instant.EPOCH);

        OsProcess night;
        try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Map<String, String> environment = new HashMap<>(box.environment());
            URI server = URI.create(
                    String.valueOf(environment.put("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:" + proxy.getLocalPort())));
            start(() -> accept(proxy, server.getPort()));
            night = KilledNight.start(
                    TestServer.uri(),
                    DATABASE,
                    folder,
                    environment,
                    Instant.now().plusSeconds(60));
            process = night;
            assertThat(night.endsWithin(Duration.ofMinutes(2))).isTrue();
        }

        assertThat(night.exitValue())
                .as(Files.readString(folder.resolve("killed.log")))
                .isEqualTo(137);
        assertThat(box.paths("in")).containsExactly("in/a.csv");
        assertThat(box.paths("done")).containsExactly("done/a.csv");
        try (Program program = Program.at(Clock.systemUTC(), TestServer.uri(), DATABASE)) {
            List<FileResult> results = Night.run(program, folder, Clock.systemUTC());

            assertThat(box.paths("in")).isEmpty();
            assertThat(box.paths("done")).containsExactly("done/a.csv");
            assertThat(results).extracting(FileResult::outcome).containsOnly(FileOutcome.KNOWN);
            assertThat(program.collection("orders").countDocuments()).isEqualTo(2);
            List<KnownFile> known = program.bean(ImportPlans.class).files().ofJob(Night.JOB);
            assertThat(known).singleElement().satisfies(file -> {
                assertThat(file.gone()).isTrue();
                assertThat(file.goes()).isEqualTo("s3://killed-move/done/a.csv");
            });
            program.database().drop();
        }
    }

    private interface Work {

        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The other end is closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket proxy, int port) throws IOException {
        while (true) {
            Socket client = proxy.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            start(() -> forward(client, server));
            start(() -> forward(server, client));
        }
    }

    /** Forwards bytes; a request to delete kills the process. */
    private void forward(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                OsProcess running = process;
                if (running != null && new String(bytes, 0, count, StandardCharsets.ISO_8859_1).startsWith("DELETE ")) {
                    running.kill();
                    return;
                }
                out.write(bytes, 0, count);
                out.flush();
            }
        }
    }
}
