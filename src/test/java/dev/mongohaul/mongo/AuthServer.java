package dev.mongohaul.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.embedded.MongodFinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.springframework.util.FileSystemUtils;

/** A replica set of one server that asks for a user and a password, below {@code target/}; ended by {@link #close}. */
public final class AuthServer implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String ROOT = "root";
    private static final String ROOT_PASSWORD = "only-for-tests";

    private final Path folder;
    private final int port;
    private final Process process;
    private final MongoClient root;

    private AuthServer(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        this.process = launch();
        // Nothing else ends the server if the test fails.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "auth-server-stop"));
        initiate();
        this.root = MongoClients.create(uri(ROOT, ROOT_PASSWORD, ""));
    }

    public static AuthServer start() {
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "mongod-auth-");
            return new AuthServer(folder.toAbsolutePath(), freePort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Members of a set that asks for passwords know each other by a key, even where there is only one. */
    private Process launch() throws IOException {
        Path key = Files.createFile(
                folder.resolve("key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, "b25seUZvclRlc3Rz");
        Files.createDirectory(folder.resolve("db"));
        List<String> command = List.of(
                new MongodFinder(System.getenv()).find().executable().toString(),
                "--dbpath=" + folder.resolve("db"),
                "--bind_ip=127.0.0.1",
                "--port=" + port,
                "--nounixsocket",
                "--replSet=auth",
                "--auth",
                "--keyFile=" + key,
                "--wiredTigerCacheSizeGB=0.25",
                "--oplogSize=100",
                "--logpath=" + folder.resolve("log"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
    }

    /** Creates the first user; MongoDB allows this over the loopback address while there are no users. */
    private void initiate() {
        String direct = "mongodb://127.0.0.1:" + port + "/?directConnection=true&serverSelectionTimeoutMS=2000";
        Document member = new Document("_id", 0).append("host", "127.0.0.1:" + port);
        try (MongoClient anonymous = MongoClients.create(direct)) {
            Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> {
                anonymous
                        .getDatabase("admin")
                        .runCommand(new Document(
                                "replSetInitiate", new Document("_id", "auth").append("members", List.of(member))));
                return true;
            });
            Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> {
                anonymous.getDatabase("admin").runCommand(user(ROOT, ROOT_PASSWORD, "root"));
                return true;
            });
        }
    }

    private static Document user(String name, String password, String role) {
        return new Document("createUser", name).append("pwd", password).append("roles", List.of(role));
    }

    /** A user of the database {@code admin}, with one of its roles. */
    public void createUser(String name, String password, String role) {
        root.getDatabase("admin").runCommand(user(name, password, role));
    }

    /** A client that may do anything; closed with this. */
    public MongoClient root() {
        return root;
    }

    /** The address without a user. */
    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s?replicaSet=auth".formatted(port, database);
    }

    /** The address with user and password in it. */
    public String uri(String user, String password, String database) {
        return "mongodb://%s:%s@127.0.0.1:%d/%s?authSource=admin&replicaSet=auth"
                .formatted(encoded(user), encoded(password), port, database);
    }

    /** As a connection string has it. */
    public static String encoded(String secret) {
        return URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        root.close();
        process.destroyForcibly();
        try {
            process.waitFor();
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
