package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** Command-line options for the users and addresses of {@code serve}. */
class AccessIT extends ProgramTest {

    @Test
    void usersFileLineIsPrintedWithoutThePassword() throws IOException {
        Path input = Files.writeString(folder.resolve("password"), "correct horse battery\n");

        Result result = program.runWith(input, "password", "olga", "--role=operate");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).matches("olga:operate:\\{bcrypt}\\$2a\\$10\\$[./A-Za-z0-9]{53}\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void invalidPasswordIsRefused() throws IOException {
        Path brief = Files.writeString(folder.resolve("password"), "short\n");

        Result result = program.runWith(brief, "password", "olga");

        assertRefused(result, 2, "at least 8 characters");
        assertThat(result.err()).doesNotContain("short\n");
        assertRefused(program.run("password", "olga"), 2, "There was no password");
        assertRefused(program.run("password", "ol ga"), 2, "\"ol ga\" is not a valid user name");
        assertRefused(program.run("password", "olga", "--role=admin"), 2, "--role=admin", "view or operate");
    }

    @Test
    void publicAddressRequiresUsers() {
        assertRefused(
                program.run("serve", "--address=0.0.0.0"),
                2,
                "--address=0.0.0.0",
                "mongohaul password",
                "--users-file",
                "MONGOHAUL_USERS_FILE");
    }

    @Test
    void mistakeInTheUsersFileIsReportedWithItsLine() throws IOException {
        Path users = Files.writeString(folder.resolve("users"), "olga:operate:{noop}secret\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-------"));

        Result result = program.run("serve", "--address=0.0.0.0", "--users-file=users");

        assertRefused(result, 2, "users: line 1: ", "{bcrypt}");
        assertThat(result.err()).doesNotContain("secret");
    }

    @Test
    void invalidHostIsRefused() {
        assertRefused(program.run("serve", "--host=http://nights.example.com"), 2, "--host=http://nights.example.com");
    }
}
