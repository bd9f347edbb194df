package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsersFileTests {

    private static final String HASH = "{bcrypt}$2a$10$" + "a".repeat(53);

    @TempDir
    private Path folder;

    @Test
    void linesAreUsers() throws IOException {
        Path file = file("# who may\n\nvera:view:" + HASH + "\nolga@example.com:operate:" + HASH + "\n");

        assertThat(new UsersFile(file).read())
                .containsExactly(new User("vera", Role.VIEW, HASH), new User("olga@example.com", Role.OPERATE, HASH));
    }

    @Test
    void createdLineIsRead() throws IOException {
        User made = User.create("vera", Role.VIEW, "long enough");

        assertThat(new UsersFile(file(made.line() + "\n")).read()).containsExactly(made);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vera:view                                    | name:role:hash, but this one has 2 parts",
                "vera:admin:HASH                              | the role is view or operate",
                "ve ra:view:HASH                              | a name has 1 to 64",
                ":view:HASH                                   | a name has 1 to 64",
                "vera:view:secret                             | not a {bcrypt} hash",
                "vera:view:{noop}secret                       | not a {bcrypt} hash",
                "vera:view:{bcrypt}$2a$05$tooCheap            | not a {bcrypt} hash",
                "vera:view:CHEAP                              | the hash has the cost 5; 10 to 16 are allowed",
                "vera:view:DEAR                               | the hash has the cost 31; 10 to 16 are allowed",
                "olga:view:HASH                               | olga is already used",
            })
    void invalidLineIsReportedWithoutItsHash(String line, String problem) throws IOException {
        String written = line.replace("HASH", HASH)
                .replace("CHEAP", HASH.replace("$10$", "$05$"))
                .replace("DEAR", HASH.replace("$10$", "$31$"));
        Path file = file("olga:operate:" + HASH + "\n\n" + written + "\n");

        assertThatThrownBy(() -> new UsersFile(file).read())
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContainingAll("users: line 3: ", problem)
                .message()
                .doesNotContain("$2a$", "aaaa", "secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rw----r--", "rw-----w-"})
    void fileReadableByOthersIsRefused(String permissions) throws IOException {
        Path file = file("vera:view:" + HASH + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> new UsersFile(file).read())
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContainingAll(permissions, "chmod 600");
    }

    @Test
    void fileReadableByItsGroupIsAccepted() throws IOException {
        Path file = file("vera:view:" + HASH + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));

        assertThat(new UsersFile(file).read()).hasSize(1);
    }

    @Test
    void fileWithoutUsersIsRefused() throws IOException {
        Path file = file("# no user yet\n");

        assertThatThrownBy(() -> new UsersFile(file).read()).hasMessageContaining("'mongohaul password NAME");
    }

    @Test
    void missingFileIsRefused() {
        assertThatThrownBy(() -> new UsersFile(folder.resolve("none")).read())
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContainingAll("there is no such file", "'mongohaul password NAME");
    }

    @Test
    void invalidUtf8IsRefused() throws IOException {
        Path file = file("");
        Files.write(file, new byte[] {(byte) 0xC3, (byte) 0x28});

        assertThatThrownBy(() -> new UsersFile(file).read())
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContaining("not text in UTF-8");
    }

    @Test
    void userIsShownWithoutHash() {
        assertThat(new User("vera", Role.VIEW, HASH)).hasToString("vera:view");
    }

    private Path file(String content) throws IOException {
        Path file = folder.resolve("users");
        Files.write(file, content.getBytes(StandardCharsets.UTF_8));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
