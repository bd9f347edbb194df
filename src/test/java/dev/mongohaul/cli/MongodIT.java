package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.faults.process.BuiltProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The embedded server that {@code mongod} keeps for other programs, with real processes. */
class MongodIT extends ProgramTest {

    private Program embedded;

    @BeforeEach
    void nameNoServer() {
        embedded = program.with(Map.of());
    }

    @Test
    void serverIsSharedWithImportsUntilAnInterrupt() {
        RunningProgram running = embedded.start("mongod");
        String uri = uri(running);

        Result imported = embedded.run("import", "products");

        assertThat(imported.out()).contains("embedded at " + uri.replaceAll(".*//|/.*", ""));
        try (MongoClient client = MongoClients.create(uri)) {
            assertThat(client.getDatabase("mongohaul").getCollection("products").countDocuments())
                    .isEqualTo(1000);
        }
        assertThat(program.with(Map.of("MONGODB_URI", uri))
                        .run("import", "orders")
                        .exitCode())
                .isZero();
        assertThat(embedded.run("show", "orders", "--limit=1").out())
                .as("the same server by another name is not another server")
                .endsWith("1 of 10,000 documents\n");

        Result ended = running.signal("INT").await();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo(uri + "\n");
        assertThat(ended.err()).contains("The embedded MongoDB runs until Ctrl-C", "Stopping");
        assertThatHas(folder.resolve(".mongohaul/users")).isEmpty();
        assertThat(folder.resolve(".mongohaul/data/mongod.lock")).isEmptyFile();
    }

    @Test
    void serverEndsIfTheProgramIsReplacedMeanwhile() throws IOException {
        RunningProgram first = embedded.start("mongod");
        uri(first);
        assertThat(first.stop().exitCode()).isZero();
        Path copy = Files.createDirectories(folder.resolve("copy"));
        Path jar = Files.copy(BuiltProgram.jar(), copy.resolve("mongohaul.jar"));
        List<Path> drivers = new ArrayList<>();
        Path libraries = Files.createDirectory(copy.resolve("lib"));
        for (Path library : BuiltProgram.classPath().stream().skip(1).toList()) {
            Path link = libraries.resolve(library.getFileName());
            if (library.getFileName().toString().startsWith("mongodb-driver")) {
                drivers.add(Files.copy(library, link));
            } else {
                Files.createSymbolicLink(link, library);
            }
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        RunningProgram running = Program.start(embedded.process(List.of(java, "-jar", jar.toString(), "mongod")));
        uri(running);

        assertThat(drivers).isNotEmpty();
        for (Path driver : drivers) {
            Files.write(driver, new byte[(int) Files.size(driver)]);
        }
        Result ended = running.stop();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(folder.resolve(".mongohaul/data/mongod.lock")).isEmptyFile();
    }

    @Test
    void portIsKeptUntilTheEndAndOtherPortsAreRefused() throws IOException {
        int port = freePort();
        RunningProgram running = embedded.start("mongod", "--port=" + port);

        assertThat(uri(running)).isEqualTo("mongodb://127.0.0.1:" + port + "/mongohaul?replicaSet=mongohaul");
        assertRefused(
                embedded.run("mongod", "--port=" + (port == 65_535 ? 1024 : port + 1)),
                2,
                "The embedded MongoDB of this folder runs at port " + port + " already");

        assertThat(running.stop().exitCode()).isZero();
        assertThatHas(folder.resolve(".mongohaul/users")).isEmpty();
    }

    @Test
    void portOfAnotherProgramIsRefused() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    embedded.run("mongod", "--port=" + other.getLocalPort()),
                    1,
                    "Port " + other.getLocalPort() + " on 127.0.0.1 cannot be used");
        }
        assertThatHas(folder.resolve(".mongohaul/users")).isEmpty();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String uri(RunningProgram running) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> running.out().contains("\n") || !running.process().isAlive());
        return running.out().strip();
    }
}
