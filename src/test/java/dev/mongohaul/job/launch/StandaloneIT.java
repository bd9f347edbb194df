package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.embedded.MongodFinder;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandaloneIT {

    private static final int ROWS = 20;

    @TempDir
    private Path folder;

    @Test
    void standaloneServerSupportsImportsAndRestarts() throws Exception {
        int port = freePort();
        Process mongod = startMongod(port);
        try (Program program =
                Program.start("mongodb://127.0.0.1:" + port + "/?serverSelectionTimeoutMS=30000", "standalone")) {
            TestJob job = TestJob.in(folder, "job").input(Rows.csv(ROWS));
            ImportMonitor monitor = new ImportMonitor();
            monitor.requestStop();
            program.launch(job.prepare(), monitor);

            Run run = program.run(job.prepare("chunk-size=7"));

            assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
            assertThat(Rows.withoutIds(program.documents("job"))).isEqualTo(Rows.documents(ROWS));
            assertThat(program.bean(MongoConnections.class).warnings())
                    .singleElement()
                    .asString()
                    .contains("runs as a standalone server");
        } finally {
            mongod.destroy();
            await().atMost(Duration.ofSeconds(30)).until(() -> !mongod.isAlive());
        }
    }

    private Process startMongod(int port) throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        return new ProcessBuilder(
                        new MongodFinder(System.getenv()).find().executable().toString(),
                        "--dbpath",
                        data.toString(),
                        "--bind_ip",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--nounixsocket",
                        "--wiredTigerCacheSizeGB",
                        "0.25")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mongod.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
