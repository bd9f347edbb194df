package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ListAssert;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of the tests of the program, with a folder and a database for each test. */
abstract class ProgramTest {

    private final String database = TestDatabases.take();

    @TempDir
    Path folder;

    Program program;

    @BeforeEach
    void prepareFolder() {
        program = Program.in(folder, database);
    }

    @AfterEach
    void giveDatabaseBack() {
        TestDatabases.giveBack(database);
    }

    MongoDatabase database() {
        return TestServer.client().getDatabase(database);
    }

    MongoCollection<Document> collection(String name) {
        return database().getCollection(name);
    }

    Path file(String name, String... lines) {
        try {
            return Files.write(folder.resolve(name), List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the first line of an import into the test server. */
    String target() {
        return "Target: MongoDB %s at %s, database %s%n"
                .formatted(
                        TestServer.client()
                                .getDatabase("admin")
                                .runCommand(new Document("buildInfo", 1))
                                .getString("version"),
                        String.join(",", new ConnectionString(TestServer.uri()).getHosts()),
                        database);
    }

    /** Returns an assertion on the file names in the working directory. */
    ListAssert<String> assertThatFolderHas() {
        return assertThatHas(folder);
    }

    static ListAssert<String> assertThatHas(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return assertThat(files.map(file -> file.getFileName().toString()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks that there is one message, no standard output and no stack trace. */
    static void assertRefused(Result result, int exitCode, String... parts) {
        assertThat(result.err()).contains(parts).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(result.out()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }
}
