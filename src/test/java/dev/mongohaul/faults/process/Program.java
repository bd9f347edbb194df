package dev.mongohaul.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/**
 * The built jar, extracted to a folder that is deleted when this JVM ends. A build does not change the extracted jar
 * while imports run. A class archive of it makes a campaign twice as fast, because most of its time is start-up time.
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

    /** Returns the extracted jar. It starts in two thirds of the time of the built jar. */
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

    /** Returns the JVM option that makes a launch write a class archive, which later launches use. */
    public static String leaveArchive() {
        return "-XX:ArchiveClassesAtExit=" + archiveFile();
    }

    /** Returns the class archive; empty until a launch has written it. */
    public static Optional<Path> archive() {
        return Optional.of(archiveFile()).filter(Files::exists);
    }

    private static Path archiveFile() {
        return JAR.resolveSibling("mongohaul.jsa");
    }
}
