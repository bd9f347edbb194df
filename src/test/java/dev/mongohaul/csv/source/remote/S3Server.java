package dev.mongohaul.csv.source.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mongohaul.Programs;
import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.faults.wire.Relay;
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
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Server of S3, started once in a JVM, with its objects in memory or a temporary folder: {@code target/s3proxy.jar}, which Maven
 * copies there, or one that {@code .ci/s3-servers} installs.
 */
public final class S3Server {

    /** Checks signatures, and has no versions. */
    public static final S3Server S3PROXY =
            new S3Server("s3proxy", Path.of("target/s3proxy.jar"), "mvn dependency:copy@s3proxy", port -> {
                return List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx700m",
                        "-jar",
                        "target/s3proxy.jar",
                        "--properties",
                        settings(port));
            });

    /** Knows most of S3, and checks no signature. */
    public static final S3Server MOTO = installed(
            "moto", "moto-5.2.5/bin/moto_server", port -> List.of("-H", "127.0.0.1", "-p", Integer.toString(port)));

    /** Checks signatures. */
    public static final S3Server VERSITY = installed(
            "Versity S3 Gateway",
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

    private final String name;
    private final Path program;
    private final String installation;
    private final IntFunction<List<String>> command;
    private @Nullable URI endpoint;
    private @Nullable S3Client client;

    private S3Server(String name, Path program, String installation, IntFunction<List<String>> command) {
        this.name = name;
        this.program = program;
        this.installation = installation;
        this.command = command;
    }

    private static S3Server installed(String name, String file, IntFunction<List<String>> arguments) {
        Path program = CacheFolder.of(System.getenv()).resolve(file);
        return new S3Server(
                name,
                program,
                ".ci/s3-servers",
                port -> Stream.concat(Stream.of(program.toString()), arguments.apply(port).stream())
                        .toList());
    }

    static List<S3Server> all() {
        return List.of(S3PROXY, MOTO, VERSITY);
    }

    /** Returns the server of tests that need one only: {@code -Ds3.server=versity} selects another one. */
    public static S3Server ofTests() {
        return System.getProperty("s3.server", "s3proxy").equals("versity") ? VERSITY : S3PROXY;
    }

    private static String settings(int port) {
        try {
            return Files.writeString(Files.createTempFile("s3proxy", ".properties"), """
                    s3proxy.endpoint=http://127.0.0.1:%d
                    s3proxy.authorization=aws-v2-or-v4
                    s3proxy.identity=%s
                    s3proxy.credential=%s
                    jclouds.provider=transient
                    jclouds.identity=none
                    jclouds.credential=none
                    """.formatted(port, KEY, SECRET))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        assumeTrue(Files.isReadable(program), () -> Programs.needs(toString(), installation));
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
        ProcessBuilder builder = new ProcessBuilder(command.apply(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
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
    public Relay stalling(int bytes) throws IOException {
        return new Relay(endpoint().getPort(), connection -> connection < 2 ? bytes : Integer.MAX_VALUE, true);
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
                    // As the program's client: S3Proxy does not know the newer ones.
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
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
        return name;
    }
}
