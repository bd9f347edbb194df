package dev.mongohaul.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.springframework.util.FileSystemUtils;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mongodb.MongoDBContainer;

/**
 * The MongoDB replica set that the tests of one JVM share: {@code MONGODB_TEST_URI} (environment or system property),
 * else a container where Docker runs, else the embedded server in a temporary folder, in memory or under {@code target/}. Started on
 * first use, stopped at the end of the JVM; test commands are on, so that {@link FailPoint}s work.
 */
public final class TestServer {

    private static final String TEST_COMMANDS = "enableTestCommands=1";

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH = 8L << 30;

    private TestServer() {}

    /** Without a database. */
    public static String uri() {
        return Running.URI;
    }

    /** Returns the port of the server. */
    public static int port() {
        return new ServerAddress(new ConnectionString(uri()).getHosts().get(0)).getPort();
    }

    /** One client for all tests of the JVM; do not close it. */
    public static MongoClient client() {
        return Running.CLIENT;
    }

    /** The name of a database that does not exist yet. */
    public static String database(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    /** Loaded, and so started, on first use. */
    private static final class Running {

        static final String URI = start();
        static final MongoClient CLIENT = MongoClients.create(URI);
    }

    private static String start() {
        String named = System.getProperty("MONGODB_TEST_URI", System.getenv("MONGODB_TEST_URI"));
        if (named != null) {
            Runtime.getRuntime().addShutdownHook(new Thread(TestDatabases::dropAll, "test-databases-drop"));
            return named;
        }
        return dockerRuns() ? startContainer() : startEmbedded();
    }

    /** Reason of tests with a cluster, which has several servers. */
    public static final String NEEDS_DOCKER = "Docker is missing: apt-get install docker.io";

    /** Looks for the socket before it asks Testcontainers, which takes seconds to find out that there is no Docker. */
    public static boolean dockerRuns() {
        return (System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock")))
                && DockerClientFactory.instance().isDockerAvailable();
    }

    /** Testcontainers stops it at the end of the JVM. */
    @SuppressWarnings("resource")
    private static String startContainer() {
        MongoDBContainer container = new MongoDBContainer("mongo:8")
                .withReplicaSet()
                .withCommand("--replSet", "docker-rs", "--setParameter", TEST_COMMANDS);
        container.start();
        return container.getConnectionString();
    }

    private static String startEmbedded() {
        try {
            Path directory = Files.createTempDirectory(dataFolder(), "mongod-");
            EmbeddedServer server = EmbeddedServer.acquire(new EmbeddedServerSettings(
                    directory,
                    List.of(
                            "--setParameter",
                            TEST_COMMANDS,
                            "--setParameter",
                            "diagnosticDataCollectionEnabled=false",
                            "--wiredTigerCacheSizeGB",
                            "0.5",
                            // Files of dropped collections stay open for ten minutes otherwise, and its threads look at
                            // all of them.
                            "--wiredTigerEngineConfigString",
                            "eviction=(threads_min=1,threads_max=1),"
                                    + "file_manager=(close_idle_time=5,close_scan_interval=5,close_handle_minimum=100)"),
                    EmbeddedServerSettings.DEFAULT_START_TIMEOUT,
                    System.getenv()));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory), "test-server-stop"));
            return server.uri();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In memory where there is plenty: most of what tests wait for is the disk. */
    private static Path dataFolder() throws IOException {
        if (Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH) {
            return MEMORY;
        }
        return Files.createDirectories(Path.of("target"));
    }

    private static void stop(EmbeddedServer server, Path directory) {
        server.close();
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns sessions of a run whose documents nothing else writes. */
    public static WriteSessions sessions() {
        return new WriteSessions(client(), ServerKind.REPLICA_SET, WriteConcern.MAJORITY, SessionOwner.ALONE);
    }
}
