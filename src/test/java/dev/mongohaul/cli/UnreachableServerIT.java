package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreachableServerIT extends ProgramTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | mongodb://bob:s3cret@127.0.0.1:1/shop?serverSelectionTimeoutMS=500 | MongoDB at 127.0.0.1:1/shop cannot be used: no connection
            1 | mongodb://bob:s3cret@h.invalid/?serverSelectionTimeoutMS=500 | h.invalid/mongohaul cannot be used: the host name is unknown
            2 | mongodb://bob:s3cret/@db/shop   | MONGODB_URI is not a valid connection string.
            2 | mongo://db                      | mongodb://host:27017/database or mongodb+srv://host/database is expected
            2 | mongodb://bob:s3cret@db/?w=0    | MONGODB_URI says w=0
            2 | ' '                             | MONGODB_URI is set but empty
            """)
    void addressIsReportedWithoutItsPassword(int exitCode, String uri, String message) {
        Result result = program.with(Map.of("MONGODB_URI", uri)).run("import", "orders");

        assertRefused(result, exitCode, message);
        assertThat(result.err()).doesNotContain("s3cret").hasLineCount(1);
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data");
    }

    @Test
    void addressInAFileOverridesTheEnvironment() throws IOException {
        file("uri", "mongodb://bob:s3cret@127.0.0.1:1/?serverSelectionTimeoutMS=500");
        assertRefused(
                program.run("report", "--mongodb-uri-file=uri"),
                2,
                "The file " + folder.resolve("uri"),
                "(rw-r--r--): chmod 600 it");
        Files.setPosixFilePermissions(folder.resolve("uri"), PosixFilePermissions.fromString("rw-------"));

        Result result = program.run("report", "--mongodb-uri-file=uri");

        assertRefused(result, 1, "MongoDB at 127.0.0.1:1/mongohaul cannot be used");
        assertThat(result.err()).doesNotContain("s3cret");

        assertRefused(
                program.run("report", "--mongodb-uri-file=missing"),
                2,
                "The file " + folder.resolve("missing"),
                "does not exist");
    }

    @Test
    void debuggingShowsTheStackTrace() {
        Result result = program.with(Map.of(
                        "MONGODB_URI",
                        "mongodb://bob:s3cret@127.0.0.1:1/?serverSelectionTimeoutMS=500",
                        "MONGOHAUL_DEBUG",
                        "1"))
                .run("report");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("\tat dev.mongohaul.", "MongoDB at 127.0.0.1:1/mongohaul cannot be used")
                .doesNotContain("s3cret");
    }
}
