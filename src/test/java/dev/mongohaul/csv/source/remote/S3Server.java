package dev.mongohaul.csv.source.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.mongo.embedded.CacheFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Server of S3 that .ci/s3-servers installs, started once in a JVM, with its objects in memory or a temporary folder. */
public final class S3Server {

    /** Knows most of S3, and checks no signature. */
    public static final S3Server MOTO = new S3Server(
            "moto-5.2.5/bin/moto_server", port -> List.of("-H", "127.0.0.1", "-p", Integer.toString(port)));

    /** Checks signatures. */
    public static final S3Server VERSITY = new S3Server(
            "versitygw-1.8.0",
            port -> List.of(
                    "--port",
                    "127.0.0.1:" + port,
                    "--quiet",
                    "--keep-alive",
                    "posix",
                    "--versioning-dir",
                    temporaryFolder(),
                    temporaryFolder()));

    public static final String KEY = "tester";
    public static final String SECRET = "secret/of+the/tests";

    private final Path program;
    private final IntFunction<List<String>> arguments;
    private @Nullable URI endpoint;
    private @Nullable S3Client client;

    private S3Server(String program, IntFunction<List<String>> arguments) {
        this.program = CacheFolder.of(System.getenv()).resolve(program);
        this.arguments = arguments;
    }

    static List<S3Server> all() {
        return List.of(MOTO, VERSITY);
    }

    private static String temporaryFolder() {
        try {
            return Files.createTempDirectory("s3").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server unless it runs; skips the calling tests if it is not installed. */
    public synchronized S3Server started() {
        assumeTrue(Files.isExecutable(program), () -> "needs " + program + ": run .ci/s3-servers");
        if (endpoint == null) {
            try {
                endpoint = URI.create("http://127.0.0.1:" + start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return this;
    }

    private int start() throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments.apply(port));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(Map.of("ROOT_ACCESS_KEY", KEY, "ROOT_SECRET_KEY", SECRET));
        OsProcess process = OsProcess.start(builder);
        Awaitility.await(program.toString())
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new AssertionError(program + " ended with " + process.exitValue());
                    }
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return socket.isConnected();
                    } catch (IOException e) {
                        return false;
                    }
                });
        return port;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns the variables that lead a program to this server. */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_ENDPOINT_URL_S3",
                endpoint().toString(),
                "AWS_ACCESS_KEY_ID",
                KEY,
                "AWS_SECRET_ACCESS_KEY",
                SECRET,
                "AWS_EC2_METADATA_DISABLED",
                "true");
    }

    /** Starts a proxy, whose first connections stall after some bytes: one at least is that of a range. */
    public CuttingProxy stalling(int bytes) throws IOException {
        return new CuttingProxy(endpoint().getPort(), connection -> connection < 2 ? bytes : Integer.MAX_VALUE, true);
    }

    /** Leads this JVM to this server. */
    public S3Server use() {
        started();
        System.setProperty("aws.endpointUrlS3", endpoint().toString());
        System.setProperty("aws.accessKeyId", KEY);
        System.setProperty("aws.secretAccessKey", SECRET);
        return this;
    }

    URI endpoint() {
        if (endpoint == null) {
            throw new IllegalStateException(this + " is not started");
        }
        return endpoint;
    }

    /** Returns the client of the tests, which is not that of the program. */
    public synchronized S3Client client() {
        if (client == null) {
            client = S3Client.builder()
                    .endpointOverride(endpoint())
                    .region(Region.US_EAST_1)
                    .forcePathStyle(true)
                    .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
                    .httpClientBuilder(UrlConnectionHttpClient.builder())
                    .build();
        }
        return client;
    }

    /** Stores an object, and returns its address. */
    public String put(String bucket, String key, byte[] content) {
        client().putObject(put -> put.bucket(bucket).key(key), RequestBody.fromBytes(content));
        return "s3://%s/%s".formatted(bucket, key);
    }

    @Override
    public String toString() {
        return program.getFileName().toString();
    }
}
