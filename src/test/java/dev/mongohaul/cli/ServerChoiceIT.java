package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Choice between the embedded server and a named one. No test starts the embedded server, unless it says so. */
class ServerChoiceIT extends ProgramTest {

    private static final String HOSTS = String.join(",", new ConnectionString(TestServer.uri()).getHosts());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import products",
                "restart 1",
                "report",
                "rejects 1",
                "stop 1",
                "abandon 1",
                "prune",
                "serve --port=0",
                "show products",
                "mongod"
            })
    void everyCommandObeysTheVariable(String command) {
        Result result = program.with(Map.of("MONGOHAUL_EMBEDDED", "never")).run(command.split(" ", -1));

        assertRefused(result, 2, "MONGOHAUL_EMBEDDED=never forbids ");
        assertThat(result.err()).hasLineCount(1);
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            report --no-embedded               |                                                  | No server is named, and --no-embedded forbids the embedded MongoDB. Set MONGODB_URI, or name a file with --mongodb-uri-file.
            report                             | MONGOHAUL_EMBEDDED=no                            | MONGOHAUL_EMBEDDED=no is neither auto nor never
            report --embedded --no-embedded    |                                                  | --embedded asks for the embedded MongoDB, but --no-embedded forbids it. Leave one of them out.
            report --embedded                  | MONGOHAUL_EMBEDDED=never                         | --embedded asks for the embedded MongoDB, but MONGOHAUL_EMBEDDED=never forbids it.
            report --embedded                  | MONGODB_URI=mongodb://h                          | --embedded asks for the embedded MongoDB, but MONGODB_URI names a server.
            report --embedded --mongodb-uri-file=f |                                              | but --mongodb-uri-file names a server.
            mongod                             | MONGODB_URI=mongodb://h                          | 'mongohaul mongod' asks for the embedded MongoDB, but MONGODB_URI names a server.
            report --no-embedded               | MONGOHAUL_REPOSITORY_URI=mongodb://h             | No server is named
            report                             | SPRING_MONGODB_URI=mongodb://u:pw@h              | SPRING_MONGODB_URI has no effect, and MONGODB_URI, which names the server, is not set.
            show products                      | SPRING_DATA_MONGODB_HOST=h                       | SPRING_DATA_MONGODB_HOST has no effect
            mongod --port=65536                |                                                  | --port=65536: a port is 0 (any that is free) to 65535
            """)
    void contradictionIsRefused(String arguments, String variable, String message) {
        Map<String, String> environment =
                variable == null ? Map.of() : Map.of(variable.split("=", 2)[0], variable.split("=", 2)[1]);

        assertRefused(program.with(environment).run(arguments.split(" ", -1)), 2, message);
    }

    @Test
    void namedServerNeedsNoEmbeddedOne() {
        Map<String, String> never =
                Map.of("MONGOHAUL_EMBEDDED", "never", "MONGODB_URI", uri(), "SPRING_MONGODB_URI", "mongodb://h");

        assertThat(program.with(never).run("import", "orders").exitCode()).isZero();
        assertThat(program.with(never).run("report", "--no-embedded").exitCode())
                .isZero();
    }

    @Test
    void folderRemembersTheHostsOfItsLastImport() throws IOException {
        assertThat(program.run("import", "orders").exitCode()).isZero();

        assertThat(folder.resolve(".mongohaul")).isDirectoryContaining("glob:**/last-import");
        assertThat(Files.readString(folder.resolve(".mongohaul/last-import"))).isEqualTo(HOSTS + "\n");
        for (String command : new String[] {"import orders", "report", "rejects 1", "show orders", "serve"}) {
            Result result = program.with(Map.of()).run(command.split(" ", -1));

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err())
                    .isEqualTo(("The last import of this folder went to %s. MONGODB_URI is not set now. Set it, or use"
                                    + " the embedded MongoDB with --embedded.%n")
                            .formatted(HOSTS));
        }
        assertThatHas(folder.resolve(".mongohaul")).containsExactly("last-import");
    }

    @Test
    void embeddedImportMakesTheFolderForgetTheServer() throws IOException {
        remember("db1:27017");
        Program embedded = program.with(Map.of());

        Result imported = embedded.run("import", "orders", "--embedded");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).startsWith("No MONGODB_URI: using the embedded MongoDB, data in .mongohaul/\n");
        assertThat(embedded.run("report").out()).containsPattern("1 +1 +orders +completed");
        assertThat(embedded.run("import", "orders", "--quiet").err())
                .isEqualTo("No MONGODB_URI: using the embedded MongoDB, data in .mongohaul/\n");
        assertThat(embedded.run("import", "orders", "--quiet", "--embedded").err())
                .isEmpty();
    }

    @Test
    void readingDoesNotChangeTheLastServer() throws IOException {
        remember("db1:27017");

        assertThat(program.run("report").exitCode()).isZero();

        assertThat(Files.readString(folder.resolve(".mongohaul/last-import"))).isEqualTo("db1:27017\n");
    }

    @Test
    void folderThatCannotBeWrittenRemembersNothing() throws IOException {
        Files.createFile(folder.resolve(".mongohaul"));

        Result result = program.run("import", "orders");

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEqualTo(target());
        assertThat(folder.resolve(".mongohaul")).isEmptyFile();
    }

    @Test
    void rememberedTextIsEscaped() throws IOException {
        remember("db1\u001b[2J:27017");

        assertRefused(program.with(Map.of()).run("report"), 2, "went to db1\\u001b[2J:27017. MONGODB_URI");
    }

    @Test
    void targetNamesTheDatabaseOfTheJob() {
        String other = TestServer.database("target");
        try {
            Result result = program.run("import", "orders", "database=" + other);

            assertThat(result.err()).startsWith("Target: MongoDB ").contains(", database " + other + "\n");
            assertThat(result.out())
                    .endsWith("Look at the documents with 'mongohaul show orders --database=" + other + "'\n");
        } finally {
            TestServer.client().getDatabase(other).drop();
        }
    }

    private void remember(String hosts) throws IOException {
        Path memory = Files.createDirectory(folder.resolve(".mongohaul"));
        Files.writeString(memory.resolve("last-import"), hosts + "\n");
    }

    private String uri() {
        return Program.uri(database().getName());
    }
}
