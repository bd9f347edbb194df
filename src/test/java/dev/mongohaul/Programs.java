package dev.mongohaul;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine that some tests need: those of the folders in {@code PATH}. */
public final class Programs {

    /**
     * Tag of tests that need such programs, that can use others, or that use the jar as it is released: {@code mvn verify
     * -Pprograms} runs them and no others.
     */
    public static final String TAG = "programs";

    private Programs() {}

    /** Returns the file of a program, without links: some programs look for files beside theirs. */
    public static Optional<Path> find(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Returns the file of a program; skips the calling tests if there is none.
     *
     * @param command that installs it
     */
    public static Path require(String name, String command) {
        Optional<Path> file = find(name);
        assumeTrue(file.isPresent(), () -> needs(name, command));
        return file.orElseThrow();
    }

    /** Skips the calling test, which takes long, except in a build with {@code -Pprograms}. */
    public static void requireTheirBuild() {
        assumeTrue(Boolean.getBoolean(TAG), "The jar is tested by: mvn verify -Pprograms");
    }

    /** Returns the reason of a skipped test. The end of {@code mvn verify} lists the tests by their reasons. */
    public static String needs(String what, String command) {
        return "%s is missing: %s".formatted(what, command);
    }
}
