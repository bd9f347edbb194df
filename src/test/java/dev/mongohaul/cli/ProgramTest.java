package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ListAssert;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder and a database of its own for each test of the program. */
abstract class ProgramTest {

    private final String database = TestServer.database("cli");

    @TempDir
    Path folder;

    Program program;

    private @Nullable ResidentProgram resident;

    @BeforeEach
    void prepareFolder() {
        program = Program.in(folder, database);
    }

    @AfterEach
    void dropDatabase() {
        endResident();
        database().drop();
    }

    void endResident() {
        if (resident != null) {
            resident.close();
            resident = null;
        }
    }

    /** One process of the program for the many commands of a test, as the program is when it is first asked for. */
    ResidentProgram resident() {
        if (resident == null) {
            resident = program.resident();
        }
        return resident;
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

    /** What lies in the working directory. */
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

    /** One clear message: nothing on standard output, no stack trace. */
    static void assertRefused(Result result, int exitCode, String... parts) {
        assertThat(result.err()).contains(parts).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(result.out()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }
}
