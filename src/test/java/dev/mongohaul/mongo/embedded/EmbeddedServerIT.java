package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.Programs;
import dev.mongohaul.faults.process.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerIT {

    @TempDir
    private Path temporary;

    private ServerFixture fixture;

    @BeforeEach
    void makeDirectory() {
        fixture = new ServerFixture(temporary.resolve("server"));
    }

    @AfterEach
    void leaveNoServer() {
        fixture.close();
    }

    @Test
    void lastUserStopsTheServer() {
        EmbeddedServer first = fixture.acquire();
        EmbeddedServer second = fixture.acquire();
        assertThat(second.uri()).isEqualTo(first.uri());

        first.close();
        first.close();
        assertThat(fixture.runs()).isTrue();

        second.close();
        assertThat(fixture.runs()).isFalse();
        assertThat(fixture.directory().users()).isEmptyDirectory();
    }

    @Test
    void discardedDataStayForOtherUsers() {
        EmbeddedServer first = fixture.acquire();
        EmbeddedServer second = fixture.acquire();

        first.discard();
        assertThat(fixture.runs()).isTrue();

        second.discard();
        assertThat(fixture.runs()).isFalse();
        assertThat(fixture.directory().data()).doesNotExist();
    }

    @Test
    void interruptedThreadStopsTheServerToo() {
        EmbeddedServer server = fixture.acquire();

        Thread.currentThread().interrupt();
        server.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(fixture.runs()).isFalse();
    }

    @Test
    void dataAndPortSurviveAStop() throws IOException {
        fixture.avoidPortsOfConnections();
        String before;
        try (EmbeddedServer server = fixture.acquire()) {
            before = server.uri();
            ServerFixture.insert(before, 1);
        }

        try (EmbeddedServer server = fixture.acquire()) {
            assertThat(server.uri()).isEqualTo(before);
            assertThat(ServerFixture.documents(server.uri())).containsExactly(new Document("_id", 1));
        }
    }

    @Test
    void anotherPortIsUsedIfTheLastOneIsNotFree() throws IOException {
        try (EmbeddedServer server = fixture.acquire()) {
            ServerFixture.insert(server.uri(), 1);
        }
        int last = fixture.serverRecord().port();

        try (ServerSocket stranger = strangerOn(last);
                EmbeddedServer server = fixture.acquire()) {
            assertThat(fixture.serverRecord().port()).isNotEqualTo(stranger.getLocalPort());
            assertThat(ServerFixture.documents(server.uri())).containsExactly(new Document("_id", 1));
            ServerFixture.insert(server.uri(), 2);
        }
    }

    @Test
    void killedServerIsStartedAgainOnItsData() throws IOException {
        fixture.avoidPortsOfConnections();
        EmbeddedServer first = fixture.acquire();
        ServerFixture.insert(first.uri(), 1);
        ServerProcess killed = fixture.process();
        killed.kill();
        assertThat(killed.awaitExit(Duration.ofSeconds(20))).isTrue();

        try (EmbeddedServer second = fixture.acquire()) {
            assertThat(fixture.process()).isNotEqualTo(killed);
            assertThat(ServerFixture.documents(first.uri()))
                    .as("users that were there before reach it again")
                    .containsExactly(new Document("_id", 1));
            first.close();
            assertThat(ServerFixture.documents(second.uri())).hasSize(1);
        }
        assertThat(fixture.runs()).isFalse();
    }

    @Test
    void portOfAKilledServerIsWaitedFor() throws IOException {
        fixture.avoidPortsOfConnections();
        EmbeddedServer first = fixture.acquire();
        int port = first.port();
        ServerProcess killed = fixture.process();
        killed.kill();
        assertThat(killed.awaitExit(Duration.ofSeconds(20))).isTrue();
        ServerSocket dying = strangerOn(port);
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> {
                    try {
                        dying.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));

        try (EmbeddedServer second = fixture.acquire()) {
            assertThat(second.port()).isEqualTo(port);
        }
        end.join();
        first.close();
    }

    @Test
    void serverOfADeadStarterIsAdopted() {
        EmbeddedServer server = fixture.acquire();
        ServerProcess running = fixture.process();
        fixture.directory().writeRecord(new ServerRecord(fixture.serverRecord().port(), null, null));

        try (EmbeddedServer adopter = fixture.acquire()) {
            assertThat(adopter.uri()).isEqualTo(server.uri());
            assertThat(fixture.process()).isEqualTo(running);
            assertThat(fixture.serverRecord().process()).isEqualTo(running);
        }
        server.close();
    }

    @Test
    void otherProcessWithTheOldNumberIsNotStopped() throws IOException {
        fixture.acquire().close();
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            ServerProcess mistaken = ServerProcess.of(stranger.pid()).orElseThrow();
            int port = fixture.serverRecord().port();
            fixture.directory().writeRecord(new ServerRecord(port, mistaken, "6.0.5"));
            Files.writeString(fixture.directory().data().resolve("mongod.lock"), stranger.pid() + "\n");

            fixture.acquire().close();

            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void hangingServerIsReportedAndNotStopped() throws Exception {
        EmbeddedServer server = fixture.acquire();
        ServerProcess hanging = fixture.process();
        signal("STOP", hanging);
        try {
            assertThatThrownBy(() -> EmbeddedServer.acquire(fixture.settings(Duration.ofSeconds(1))))
                    .isInstanceOf(EmbeddedServerException.class)
                    .hasMessageContaining("Process " + hanging.pid())
                    .hasMessageContaining(fixture.directory().log().toString());
            assertThat(hanging.isAlive()).isTrue();
        } finally {
            signal("CONT", hanging);
        }
        server.close();
        assertThat(fixture.runs()).isFalse();
    }

    @Test
    void wrongArgumentIsReportedWithTheServersMessage() {
        assertThatThrownBy(() -> EmbeddedServer.acquire(
                        fixture.settings(EmbeddedServerSettings.DEFAULT_START_TIMEOUT, "--noSuchOption")))
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("unrecognised option '--noSuchOption'");
        assertThat(fixture.directory().users()).isEmptyDirectory();
    }

    @Test
    void dataOfAnIncompatibleVersionAreNamed() throws IOException {
        Path old = Files.writeString(
                temporary.resolve("mongod"),
                "#!/bin/sh\n[ \"$1\" = --version ] && echo db version v3.2.1 && exit\nexit 62\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx------"));
        fixture.directory().writeRecord(new ServerRecord(27017, null, "8.0.23"));

        assertThatThrownBy(() ->
                        EmbeddedServer.acquire(fixture.settings().withEnvironment(Map.of("MONGOD", old.toString()))))
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("last used by MongoDB 8.0.23")
                .hasMessageContaining(old + " is MongoDB 3.2.1, which cannot read them")
                .hasMessageContaining("Set MONGOD");
    }

    @Test
    @Tag(Programs.TAG)
    void terminalAndOtherHostsCannotReachTheServer() throws Exception {
        try (EmbeddedServer server = fixture.acquire()) {
            assertThat(processGroup(fixture.process().pid()))
                    .as("Ctrl-C is sent to the terminal's process group")
                    .isNotEqualTo(processGroup(ProcessHandle.current().pid()));
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(fixture.directory().root())))
                    .isEqualTo("rwx------");
            assertThat(server.uri()).startsWith("mongodb://127.0.0.1:");
        }
    }

    /** Listens and closes each connection: the server asks the old port whether it is itself. */
    private static ServerSocket strangerOn(int port) {
        // A connection of some other program may have been given the port for its own end meanwhile.
        ServerSocket stranger = Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreException(BindException.class)
                .until(() -> new ServerSocket(port, 1, InetAddress.getLoopbackAddress()), ServerSocket::isBound);
        Thread answering = new Thread(() -> {
            try {
                while (true) {
                    stranger.accept().close();
                }
            } catch (IOException closed) {
                assertThat(stranger.isClosed()).isTrue();
            }
        });
        answering.setDaemon(true);
        answering.start();
        return stranger;
    }

    private static void signal(String name, ServerProcess process) {
        Signals.send(name, process.pid());
    }

    private static String processGroup(long pid) throws IOException {
        Path program = Programs.require("ps", "apt-get install procps");
        Process ps = new ProcessBuilder(program.toString(), "-o", "pgid=", "-p", Long.toString(pid)).start();
        return new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
