package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.AuthServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Passwords, which are never printed, written or stored, even at log level DEBUG. */
class SecretsIT {

    private static final String PASSWORD = "s3cr/t:p@ss w\u00f6rd%";
    private static final String WRONG = "wr0ng/p@ss";

    private static AuthServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = AuthServer.start();
        server.createUser("loader", PASSWORD, "readWriteAnyDatabase");
        server.createUser("measurer", PASSWORD, "root");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void importNeitherPrintsNorStoresThePassword() throws IOException {
        Program program = program(server.uri("loader", PASSWORD, "shop"));
        Path orders = folder.resolve("data/orders.csv");
        Files.write(orders, Files.readAllLines(orders).subList(0, 100));

        Result result = program.run("import", "orders", "fields.price=int32");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(12);
        assertThat(result.err()).contains("Command \"find\" started", "Creating shared instance");
        assertNoSecret(PASSWORD, result.out(), result.err());
        try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                assertNoSecret(PASSWORD, Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertNoSecret(PASSWORD, dump("shop"));
    }

    @Test
    void wrongPasswordIsNotPrinted() {
        Result result = program(server.uri("loader", WRONG, "shop")).run("import", "orders");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("user or password was refused");
        assertNoSecret(WRONG, result.out(), result.err());
    }

    @Test
    void missingLoginIsReportedInOneSentence() {
        Result result = Program.in(folder, "unused")
                .with(Map.of("MONGODB_URI", server.uri("shop")))
                .run("import", "orders");

        ProgramTest.assertRefused(
                result,
                1,
                "/shop cannot be used: it requires a login, and the connection string has no user. Add user and password");
        assertThat(result.err()).hasLineCount(1);
    }

    @Test
    void passwordForAnUnreachableServerIsNotPrinted() {
        String uri = "mongodb://loader:" + AuthServer.encoded(PASSWORD)
                + "@127.0.0.1:1/shop?authSource=admin&serverSelectionTimeoutMS=500";

        Result result = program(uri).run("import", "orders", "writer=reactive");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("cannot be used");
        assertNoSecret(PASSWORD, result.out(), result.err());
    }

    @Test
    void missingWritePermissionIsReported() {
        server.createUser("reader", PASSWORD, "readAnyDatabase");

        Result result = Program.in(folder, "unused")
                .with(Map.of("MONGODB_URI", server.uri("reader", PASSWORD, "shop")))
                .run("import", "orders");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out() + result.err())
                .contains(
                        "MongoDB: the user is not authorized on shop to execute ", "give it the role readWrite on shop")
                .doesNotContain("Exception", "lsid");
        assertNoSecret(PASSWORD, result.out(), result.err());
    }

    @Test
    void caseWithAHeapOfItsOwnUsesTheLoginOfTheUser() throws IOException {
        Path file = Files.writeString(folder.resolve("uri"), server.uri("measurer", PASSWORD, "shop"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("own.yml"), "{question: How?, cells: [{rows: 10, writer: save, heap: 128m}]}");
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        Program program = Program.in(folder, "unused").with(Map.of()).withJvm("-Djava.io.tmpdir=" + scratch);

        Result result = program.run("compare", "own.yml", "--runs=1", "--format=json", "--mongodb-uri-file=" + file);

        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode cell = JsonMapper.shared().readTree(result.out()).get("cells").get(0);
        assertThat(cell.get("commands").longValue()).isEqualTo(10);
        assertThat(cell.at("/runs/0/documents").longValue()).isEqualTo(10);
        assertThat(cell.get("notes").toString()).contains("ran in a JVM of its own with a heap of 128m");
        assertNoSecret(PASSWORD, result.out(), result.err());
        assertThat(server.root().listDatabaseNames()).noneMatch(name -> name.startsWith("mongohaul_compare_"));
        ProgramTest.assertThatHas(scratch).isEmpty();
        ProgramTest.assertThatHas(folder.resolve(".mongohaul"))
                .as("no embedded server")
                .containsExactly("compare");
    }

    private Program program(String uri) {
        Map<String, String> environment = new HashMap<>(Map.of("MONGODB_URI", uri, "MONGOHAUL_DEBUG", "1"));
        for (String logger : List.of("ROOT", "ORG_SPRINGFRAMEWORK", "ORG_MONGODB_DRIVER", "DEV_MONGOHAUL")) {
            environment.put("LOGGING_LEVEL_" + logger, "DEBUG");
        }
        return Program.in(folder, "unused").with(environment);
    }

    private static String dump(String database) {
        StringBuilder dump = new StringBuilder();
        MongoClient root = server.root();
        for (String collection : root.getDatabase(database).listCollectionNames()) {
            for (Document document :
                    root.getDatabase(database).getCollection(collection).find()) {
                dump.append(document.toJson()).append('\n');
            }
        }
        assertThat(dump).isNotEmpty();
        return dump.toString();
    }

    private static void assertNoSecret(String secret, String... texts) {
        String basic = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
        assertThat(texts)
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain(secret, AuthServer.encoded(secret), secret.replace("/", "\\/"), basic));
    }
}
