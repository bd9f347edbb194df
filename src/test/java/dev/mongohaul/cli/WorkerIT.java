package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.broker.ArtemisClient;
import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.OtherBroker;
import dev.mongohaul.broker.TestKey;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.Running;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.cli.Program.Service;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.serve.UnfinishedRequests;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

/** A broker, workers and imports; processes where a signal, memory or the class path counts. */
class WorkerIT extends ProgramTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Those that began last are the first. */
    private final Deque<Service> services = new ArrayDeque<>();

    @Test
    void killedWorkerIsReplacedByAnother() throws Exception {
        Program shared = program.with(environment("MONGOHAUL_BROKER_TTL", "3s"));
        Running broker = begin(shared, "broker", "--port=0");
        String address = firstLine(broker);
        Program sharing = program.with(environment("MONGOHAUL_BROKER_URL", address));
        RunningProgram first = sharing.start("worker", "--threads=1");
        Running second = begin(sharing, "worker", "--threads=1", "--metrics=0");
        assertThat(firstLine(first))
                .startsWith("Worker ready: 1 partitions at a time, broker " + address + ", MongoDB ");
        firstLine(second);

        Running running;
        try (FailPoint slow = FailPoint.on("insert")
                .block(Duration.ofMillis(300))
                .namespace(database().getName() + ".orders")
                .enable(TestServer.client())) {
            assertThat(slow).isNotNull();
            running = begin(workersOnly(sharing), "import", "orders", "chunk-size=100", "partition.size=64KB");
            Awaitility.await().atMost(PATIENCE).until(() -> worksOnAPartition(first));
            first.signal("KILL").await();
        }
        Result imported = running.await();

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
        assertThat(sharing.run("workers").out()).contains(process());
        assertThat(metrics(second))
                .contains(
                        "mongohaul_takeovers_total{cause=\"redelivered\"} 1",
                        "mongohaul_worker_threads{state=\"idle\"} 1",
                        "mongohaul_worker_partitions_total{outcome=\"finished\"} ",
                        "mongohaul_partition_seconds_count ",
                        "mongohaul_records_written_total{job=\"orders\",writer=\"direct\"} ");
        assertThat(status(second, "GET", "/metrics")).isEqualTo(200);
        assertThat(status(second, "POST", "/metrics")).isEqualTo(405);
        assertThat(status(second, "OPTIONS", "/metrics")).isEqualTo(405);
        assertThat(status(second, "GET", "/metrics/other")).isEqualTo(404);
        assertThat(status(second, "GET", "/")).isEqualTo(404);
        try (UnfinishedRequests requests = new UnfinishedRequests(port(second), 300)) {
            assertThat(metrics(second)).contains("mongohaul_worker_threads");
            assertThat(requests).as("still open").isNotNull();
        }
        Result ended = second.stop();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(sharing.run("workers").out()).doesNotContain(process());
        assertThat(broker.stop().exitCode()).isZero();
    }

    @Test
    void fileWithoutAJobIsImportedByAWorkerInAnotherFolder(@TempDir Path other) throws IOException {
        String address = firstLine(begin(program, "broker", "--port=0"));
        Program working = Program.in(other, database().getName()).with(environment("MONGOHAUL_BROKER_URL", address));
        firstLine(begin(working, "worker", "--threads=1"));
        List<String> lines = IntStream.rangeClosed(1, 5000)
                .mapToObj(n -> "%d;%s;%d,5".formatted(n, n % 2 == 0 ? "ja" : "nein", n))
                .toList();
        Path file = folder.resolve("umsatz.csv");
        Files.writeString(file, "nummer;aktiv;betrag\n" + String.join("\n", lines) + "\n");
        Program sharing = workersOnly(program.with(environment("MONGOHAUL_BROKER_URL", address)));
        String[] command = {"import", "umsatz.csv", "--id", "nummer", "--partition.size=16KB"};

        Result imported = sharing.run(command);

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("umsatz").countDocuments()).isEqualTo(5000);
        assertThat(collection("umsatz").find(new Document("nummer", 4711)).first())
                .containsEntry("aktiv", false)
                .containsEntry("betrag", Decimal128.parse("4711.5"));
        assertThat(sharing.run("report", "--import=1").out()).contains("process" + process());
        assertThat(sharing.run(command).out()).contains("this content was loaded by run 1");
    }

    @Test
    void workerWithoutTheClassOfTheEntityIsUnfit() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path source = Files.writeString(
                folder.resolve("Line.java"),
                "package com.acme; public class Line { public String id; public String sku; public Integer quantity; }");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString()))
                .isZero();
        Files.writeString(folder.resolve("lines.csv"), "sku,quantity\n" + "A1,2\n".repeat(50_000));
        Files.writeString(folder.resolve("jobs/lines.yml"), """
                entity: com.acme.Line
                source: {files: lines.csv}
                target: {collection: lines}
                fields: {sku: string, quantity: int32}
                write: {writer: save-all, chunk-size: 1000}
                """);
        Map<String, String> environment =
                environment("MONGOHAUL_BROKER_URL", firstLine(begin(program, "broker", "--port=0")));
        Running worker = begin(program.with(environment), "worker", "--threads=1");
        firstLine(worker);
        Map<String, String> withClass = new HashMap<>(environment);
        withClass.put("MONGOHAUL_CLASSPATH", classes.toString());

        Running running;
        try (FailPoint slow = FailPoint.on("insert")
                .block(Duration.ofMillis(300))
                .namespace(database().getName() + ".lines")
                .enable(TestServer.client())) {
            assertThat(slow).isNotNull();
            running = program.with(withClass).start("import", "lines", "grid-size=2", "partition.size=64KB");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(
                                    program.with(environment).run("workers").out())
                            .contains("entity: com.acme.Line is not in the application", "MONGOHAUL_CLASSPATH"));
        }
        Result imported = running.await();

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("lines").countDocuments()).isEqualTo(50_000);
        assertThat(worker.err()).contains("This worker cannot work on an import", "com.acme.Line");
    }

    /**
     * The other broker accepts a message in parts, with more bytes than the memory of the worker, and one in one packet of the
     * size of the largest record of a broker's files.
     */
    @Test
    void workerDropsLargeMessages() throws Exception {
        try (OtherBroker other = new OtherBroker();
                ArtemisClient inParts = new ArtemisClient(other.address(), 1 << 20);
                ArtemisClient inOnePacket = new ArtemisClient(other.address(), 100 << 20)) {
            inParts.send(OtherBroker.QUEUE, "x".repeat(40 << 20));
            inOnePacket.send(OtherBroker.QUEUE, "x".repeat(4 << 20));
            Program sharing = program.with(
                    environment("MONGOHAUL_BROKER_URL", other.address().toString()));
            RunningProgram worker = sharing.withJvm("-Xmx64m").start("worker", "--threads=1", "--metrics=0");
            firstLine(worker);

            Result imported = workersOnly(sharing).run("import", "orders", "partition.size=64KB");

            assertThat(imported.exitCode()).as(imported.err()).isZero();
            assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
            assertThat(metrics(worker)).contains("mongohaul_worker_messages_dropped_total 2");
            assertThat(worker.signal("TERM").await().err()).contains("A message that is no invitation");
            assertThat(other.messages()).isZero();
        }
    }

    @Test
    void workerReadsOnlyTheFoldersOfTheInputMap(@TempDir Path other) throws IOException {
        Path file = Files.copy(folder.resolve("data/orders.csv"), other.resolve("orders.csv"));
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_BROKER_URL", firstLine(begin(program, "broker", "--port=0")));
        Program importing = workersOnly(program.with(Map.copyOf(environment)));
        environment.put("MONGOHAUL_INPUT_MAP", "/in=" + folder);
        firstLine(begin(program.with(environment), "worker", "--threads=1"));

        Running running = begin(importing, "import", "orders", "files=" + file, "partition.size=64KB");

        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(importing.run("workers").out())
                        .contains("orders.csv: is outside of ", "MONGOHAUL_INPUT_MAP"));
        assertThat(importing.run("stop", "1").exitCode()).isZero();
        assertThat(running.await().exitCode()).isEqualTo(11);
        assertThat(collection("orders").countDocuments()).isZero();
    }

    @Test
    void workerNeedsTheFoldersOfTheInput() {
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_BROKER_URL", "tcp://127.0.0.1:1");

        Result refused = program.with(environment).run("worker");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("A worker needs the folders of the input files")
                .contains("set MONGOHAUL_IMPORT_INPUTROOTS", "or MONGOHAUL_INPUT_MAP");
    }

    @Test
    void importGoesOnAloneIfTheBrokerIsAway() {
        Result imported = program.with(environment("MONGOHAUL_BROKER_URL", "tcp://127.0.0.1:1"))
                .run("import", "orders", "partition.size=64KB");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("The broker at tcp://127.0.0.1:1 does not answer", "goes on alone");
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tcp://127.0.0.1:1       | yes | 1 | The broker at tcp://127.0.0.1:1 does not answer
            ''                      | yes | 2 | A worker needs a broker: set MONGOHAUL_BROKER_URL
            http://queue            | yes | 2 | MONGOHAUL_BROKER_URL is not the address of a broker.
            tcp://me:s3cret@queue   | yes | 2 | MONGOHAUL_BROKER_URL contains a user or a password
            tcp://127.0.0.1:1       | no  | 2 | A worker never uses the embedded MongoDB. Set MONGODB_URI
            """)
    void workerNeedsABrokerAndAServer(String url, String server, int exitCode, String message) {
        Map<String, String> environment = environment("MONGOHAUL_BROKER_URL", url);
        if (server.equals("no")) {
            environment.remove("MONGODB_URI");
        }
        Result refused = program.with(environment).run("worker");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(exitCode);
        assertThat(refused.err()).contains(message).doesNotContain("s3cret", "Exception");
    }

    @Test
    void workerAndImportLogInToABrokerWithTls() throws Exception {
        TestKey key = TestKey.make(folder, "ip:127.0.0.1");
        Path manager = secret("manager", "m4nager\n");
        Path worker = secret("worker", "w0rker");
        Running broker = begin(
                program,
                "broker",
                "--port=0",
                "--key-store=" + key.keyStore(),
                "--manager-password-file=" + manager,
                "--worker-password-file=" + worker);
        Map<String, String> environment = environment("MONGOHAUL_BROKER_URL", firstLine(broker));
        environment.put("MONGOHAUL_BROKER_TRUST_STORE", key.certificate().toString());
        environment.put("MONGOHAUL_BROKER_USER", "worker");
        environment.put("MONGOHAUL_BROKER_PASSWORD_FILE", worker.toString());
        Running working = begin(program.with(environment), "worker", "--threads=1");
        assertThat(firstLine(working)).contains("broker ssl://127.0.0.1:").doesNotContain("w0rker");
        environment.put("MONGOHAUL_BROKER_USER", "manager");
        Result refused = program.with(environment).run("worker");
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
        assertThat(refused.err())
                .contains("refuses manager: check MONGOHAUL_BROKER_USER")
                .doesNotContain("w0rker");
        environment.put("MONGOHAUL_BROKER_PASSWORD_FILE", manager.toString());

        Result imported = workersOnly(program.with(environment)).run("import", "orders", "partition.size=64KB");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
        Result ended = working.stop();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        Result brokerEnded = broker.stop();
        assertThat(brokerEnded.exitCode()).as(brokerEnded.err()).isZero();
        assertThat(ended.err() + brokerEnded.err()).doesNotContain("w0rker", "m4nager");
        assertThat(filesOfTheBroker())
                .contains("{\"v\":1,\"import\":\"")
                .doesNotContain("w0rker", "m4nager", "orders.csv", "mongodb://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--metrics=x", "--metrics=127.0.0.1:65536", "--metrics=no.such.host.invalid:9464"})
    void metricsNeedAnAddress(String option) {
        Result refused =
                program.with(environment("MONGOHAUL_BROKER_URL", "tcp://queue")).run("worker", option);

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains(option + " is not PORT or ADDRESS:PORT, for example 9464 or 0.0.0.0:9464");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --address=0.0.0.0                          | a broker that other machines reach needs TLS and users: give --key-store
            --address=no.such.host.invalid             | --address=no.such.host.invalid: is no address of this machine
            --key-store=a.pem                          | --key-store, --manager-password-file and --worker-password-file belong together
            --port=65536                               | a port is 0 (any that is free) to 65535
            """)
    void brokerRefusesOptions(String option, String message) {
        Result refused = program.run("broker", option);

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tcp://queue | USER=worker           | MONGOHAUL_BROKER_USER and MONGOHAUL_BROKER_PASSWORD_FILE belong together
            tcp://queue | TRUST_STORE=ca.pem    | MONGOHAUL_BROKER_TRUST_STORE has no effect without TLS: write ssl://queue:61616
            ssl://queue | TRUST_STORE=ca.pem    | MONGOHAUL_BROKER_TRUST_STORE: there is no file ca.pem
            """)
    void loginAndCertificatesAreChecked(String url, String variable, String message) {
        Map<String, String> environment = environment("MONGOHAUL_BROKER_URL", url);
        String[] sides = variable.split("=", 2);
        environment.put("MONGOHAUL_BROKER_" + sides[0], sides[1]);

        Result refused = program.with(environment).run("import", "orders");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains(message);
    }

    @Test
    void passwordFileThatOthersCanReadIsRefused() throws IOException {
        Path open = Files.writeString(folder.resolve("open"), "w0rker");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        Map<String, String> environment = environment("MONGOHAUL_BROKER_URL", "tcp://queue");
        environment.put("MONGOHAUL_BROKER_USER", "worker");
        environment.put("MONGOHAUL_BROKER_PASSWORD_FILE", open.toString());

        Result refused = program.with(environment).run("worker");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("MONGOHAUL_BROKER_PASSWORD_FILE: ", "others can read or change it", "chmod 600")
                .doesNotContain("w0rker");
    }

    @Test
    void brokerKeyThatOthersCanReadIsRefused() throws Exception {
        Path key = Files.writeString(folder.resolve("key.pem"), "a key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        Path password = secret("password", "s3cret-text");

        Result refused = program.run(
                "broker",
                "--port=0",
                "--key-store=" + key,
                "--manager-password-file=" + password,
                "--worker-password-file=" + password);

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("--key-store: " + key + ": others can read or change it", "chmod 600");
    }

    @Test
    void brokerEndsWithoutItsFiles() throws Exception {
        Running broker = begin(program, "broker", "--port=0");
        URI address = URI.create(firstLine(broker));
        FileSystemUtils.deleteRecursively(folder.resolve(".mongohaul/broker/journal"));
        try (ArtemisClient client =
                new ArtemisClient(new BrokerAddress(address.getHost(), address.getPort(), false, null, null))) {
            assertThatThrownBy(() -> {
                        while (true) {
                            client.send(OtherBroker.QUEUE, "x".repeat(20_000));
                        }
                    })
                    .isInstanceOf(ActiveMQException.class);
        }

        Result ended = broker.await();

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("The broker at " + address + " has ended: ", "Start it again when its files");
    }

    /** Returns whether a worker owns a partition of which it wrote a chunk, and not yet all chunks. */
    private boolean worksOnAPartition(RunningProgram worker) {
        Document written = new Document("worker", Pattern.compile("\\b" + worker.pid() + "\\b"))
                .append("progress.finished", false)
                .append("progress.counts.read", new Document("$gt", 0));
        return collection(PartitionStore.COLLECTION).countDocuments(written) > 0;
    }

    private static String metrics(Running worker) throws IOException {
        try (InputStream text = metricsAddress(worker).toURL().openStream()) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static URI metricsAddress(Running worker) {
        Matcher line = Pattern.compile("Metrics at (\\S+)").matcher(worker.err());
        assertThat(line.find()).isTrue();
        return URI.create(line.group(1));
    }

    private static int port(Running worker) {
        return metricsAddress(worker).getPort();
    }

    private static int status(Running worker, String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(metricsAddress(worker).resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Returns the text of all files of the broker, whose messages have two bytes for each character. */
    private String filesOfTheBroker() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder.resolve(".mongohaul/broker"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return text.toString().replace("\0", "");
    }

    private Path secret(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Map<String, String> environment(String name, String value) {
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_IMPORT_INPUTROOTS", folder.toString());
        environment.put(name, value);
        return environment;
    }

    /** Returns the program whose imports leave all partitions to the workers. */
    private static Program workersOnly(Program sharing) {
        Map<String, String> environment = new HashMap<>(sharing.environment());
        environment.put("MONGOHAUL_TEST_WORKERS_ONLY", "true");
        return sharing.with(environment);
    }

    private static String firstLine(Running running) {
        Awaitility.await().atMost(PATIENCE).until(() -> running.out().contains("\n") || !running.isAlive());
        assertThat(running.isAlive()).as(running.err()).isTrue();
        return running.out().strip();
    }

    /** Starts a command in this process, which the end of the test stops. */
    private Running begin(Program sharing, String... arguments) {
        Service service = sharing.begin(arguments);
        services.push(service);
        return service;
    }

    @AfterEach
    void stopServices() {
        services.forEach(Service::close);
    }

    /** Returns the number of this process between blanks. */
    private static String process() {
        return " " + ProcessHandle.current().pid() + " ";
    }
}
