package dev.mongohaul.csv.source;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathRootsTests {

    @TempDir
    private Path folder;

    private PathRoots inbox;

    @BeforeEach
    void createFiles() throws IOException {
        Files.createDirectories(folder.resolve("in/deep"));
        Files.writeString(folder.resolve("in/a.csv"), "a\n1\n");
        Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        Files.createDirectories(folder.resolve("in-2"));
        Files.createSymbolicLink(folder.resolve("in/link.csv"), folder.resolve("secret.csv"));
        Files.createSymbolicLink(folder.resolve("in/up"), folder);
        Files.createSymbolicLink(folder.resolve("in/dangling"), folder.resolve("nowhere"));
        Files.createSymbolicLink(folder.resolve("in/inner.csv"), folder.resolve("in/a.csv"));
        Files.createSymbolicLink(folder.resolve("linked-in"), folder.resolve("in"));
        inbox = new PathRoots(List.of(folder.resolve("in")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"in/a.csv", "in/inner.csv", "in/deep/../a.csv", "linked-in/a.csv", "in/deep/new/file.csv", "in"})
    void pathsInsideAreAllowed(String path) {
        assertThatCode(() -> inbox.require(folder.resolve(path), "roots")).doesNotThrowAnyException();
        assertThatCode(() -> new PathRoots(List.of(folder.resolve("linked-in"))).require(folder.resolve(path), "roots"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret.csv",
                "in/link.csv",
                "in/up/secret.csv",
                "in/../secret.csv",
                "in-2/new.csv",
                "in/up/new/new.csv",
                "."
            })
    void pathsOutsideAreRefused(String path) {
        assertThatThrownBy(() -> inbox.require(folder.resolve(path), "the roots"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "is outside of " + folder.resolve("in") + ", the only place that the roots allows");
    }

    @Test
    void messageHasTheTargetOfALink() {
        assertThatThrownBy(() -> inbox.require(folder.resolve("in/link.csv"), "the roots"))
                .hasMessageStartingWith("%s: leads to %s, which is outside"
                        .formatted(folder.resolve("in/link.csv"), folder.resolve("secret.csv")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/self/environ", "/sys/kernel", "/dev/null", "/dev", "/proc/self/../self/mem"})
    void placesOfTheSystemAreRefusedEverywhere(String path) {
        assertThatThrownBy(() -> PathRoots.ANYWHERE.require(Path.of(path), "roots"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the system's own");
    }

    @Test
    void linkIntoTheSystemIsRefusedEverywhere() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("in/proc"), Path.of("/proc"));

        assertThatThrownBy(() -> PathRoots.ANYWHERE.require(link.resolve("version"), "roots"))
                .hasMessageContaining("leads to /proc/version, which is the system's own");
        assertThatCode(() -> PathRoots.ANYWHERE.require(folder.resolve("secret.csv"), "roots"))
                .doesNotThrowAnyException();
        assertThatCode(() -> PathRoots.ANYWHERE.require(Path.of("/dev/shm/a.csv"), "roots"))
                .doesNotThrowAnyException();
    }
}
