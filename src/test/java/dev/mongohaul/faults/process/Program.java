package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/**
 * The built jar, extracted for as long as this JVM lives: a build meanwhile would pull it from under running imports,
 * and a campaign, which is mostly starts, is twice as fast with an archive of its classes.
 */
public final class Program {

    static final Path JAR = extract();

    private Program() {}

    private static Path extract() {
        Path built = Path.of("target", "mongohaul.jar").toAbsolutePath();
        if (!Files.exists(built)) {
            throw new IllegalStateException(built + " is missing: run mvn -DskipTests package");
        }
        Path folder = Path.of(
                        "target", "faults", "program-" + ProcessHandle.current().pid())
                .toAbsolutePath();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "remove-program"));
        List<String> command = List.of(
                "java", "-Djarmode=tools", "-jar", built.toString(), "extract", "--destination", folder.toString());
        try {
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IllegalStateException(built + " cannot be extracted");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return folder.resolve("mongohaul.jar");
    }

    /** The extracted jar, which starts in two thirds of the time. */
    public static Path jar() {
        return JAR;
    }

    private static void remove(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a launch leave an archive of its classes, which those after it start from. */
    public static String leaveArchive() {
        return "-XX:ArchiveClassesAtExit=" + archiveFile();
    }

    static Optional<Path> archive() {
        return Optional.of(archiveFile()).filter(Files::exists);
    }

    private static Path archiveFile() {
        return JAR.resolveSibling("mongohaul.jsa");
    }
}
