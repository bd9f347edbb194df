package dev.mongohaul.faults.server;

import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.mongo.embedded.MongodFinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One server of a replica set. It can be killed, paused, and restarted with its data. */
public final class Mongod {

    private static final class Program {
        static final String PATH =
                new MongodFinder(System.getenv()).find().executable().toString();
    }

    private final Path folder;
    private final int port;
    private OsProcess process;

    private Mongod(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        this.process = launch();
    }

    /** Starts a server on a free port of 127.0.0.1, and creates its folder. */
    static Mongod start(Path folder) {
        try {
            Files.createDirectories(folder.resolve("db"));
            return new Mongod(folder, freePort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts the server. It makes a checkpoint each 5 s: a rollback undoes all writes since the last one, which takes long. */
    private OsProcess launch() {
        List<String> command = List.of(
                Program.PATH,
                "--dbpath",
                folder.resolve("db").toString(),
                "--bind_ip",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--nounixsocket",
                "--replSet",
                TestReplicaSet.NAME,
                "--setParameter",
                "enableTestCommands=1",
                "--wiredTigerCacheSizeGB",
                "0.25",
                "--syncdelay",
                "5",
                "--oplogSize",
                "200",
                "--logpath",
                folder.resolve("log").toString(),
                "--logappend");
        return OsProcess.start(
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD));
    }

    String host() {
        return "127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void kill() {
        process.kill();
    }

    /** Starts the server with the same data and port if it does not run. */
    public void restart() {
        if (!process.isAlive()) {
            process = launch();
        }
    }

    public void pause() {
        process.signal("STOP");
    }

    public void resume() {
        process.signal("CONT");
    }
}
