package dev.mongohaul.faults.process;

import dev.mongohaul.Mongohaul;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.springframework.util.FileSystemUtils;

/**
 * The program that tests start as a process: the compiled classes in a jar, with links to the libraries that the built jar has,
 * in the same order. The JVMs of a build share its folder, which is made again when a class has changed, and a class archive: most
 * of the time of a process is its start.
 */
public final class BuiltProgram {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path CLASSES = TARGET.resolve("classes");
    /** Written by Maven before the tests are compiled. */
    private static final Path CLASS_PATH = TARGET.resolve("class-path.txt");

    private static final Path ALL = TARGET.resolve("program");
    private static final Duration LONGEST_RUN = Duration.ofDays(1);

    static final Path JAR = make().resolve("mongohaul.jar");

    private BuiltProgram() {}

    private static Path make() {
        Path folder = ALL.resolve(version());
        locked(() -> {
            if (!Files.exists(folder)) {
                removeFormer();
                Path unfinished = Files.createTempDirectory(ALL, "unfinished");
                Path libraries = Files.createDirectory(unfinished.resolve("lib"));
                for (Path library : libraries()) {
                    Files.createSymbolicLink(libraries.resolve(library.getFileName()), library);
                }
                writeJar(unfinished.resolve("mongohaul.jar"));
                Files.move(unfinished, folder);
            }
        });
        return folder;
    }

    /** Returns a name that differs if a class or a library does. */
    private static String version() {
        String state = classes().stream()
                        .map(file -> "%s %d %s"
                                .formatted(
                                        file,
                                        file.toFile().length(),
                                        file.toFile().lastModified()))
                        .collect(Collectors.joining("\n"))
                + libraries();
        return UUID.nameUUIDFromBytes(state.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static List<Path> classes() {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> libraries() {
        if (!Files.exists(CLASS_PATH)) {
            throw new IllegalStateException(CLASS_PATH + " is missing: run mvn process-test-resources");
        }
        try {
            return Stream.of(Files.readString(CLASS_PATH).strip().split(":", -1))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the jar, whose manifest names the libraries. */
    public static Path jar() {
        return JAR;
    }

    /** Returns the class path of the program. */
    public static List<Path> classPath() {
        return Stream.concat(Stream.of(JAR), libraries().stream()).toList();
    }

    private static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Mongohaul.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        libraries().stream()
                                .map(library -> "lib/" + library.getFileName())
                                .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.setLevel(0);
            for (Path path : classes()) {
                out.putNextEntry(new ZipEntry(CLASSES.relativize(path).toString()));
                Files.copy(path, out);
            }
        }
    }

    /** Removes the programs of former builds, unless a campaign may still run them. */
    private static void removeFormer() throws IOException {
        FileTime oldest = FileTime.from(Instant.now().minus(LONGEST_RUN));
        try (Stream<Path> folders = Files.list(ALL)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                if (Files.getLastModifiedTime(folder).compareTo(oldest) < 0) {
                    FileSystemUtils.deleteRecursively(folder);
                }
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Works while no other JVM does. */
    private static synchronized void locked(Work work) {
        try {
            Files.createDirectories(ALL);
            try (FileChannel file =
                    FileChannel.open(ALL.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.lock();
                work.run();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes the class archive if there is none.
     *
     * @param run runs an import with this JVM option, which writes the archive
     */
    public static void makeArchive(Consumer<String> run) {
        locked(() -> {
            if (!Files.exists(archive())) {
                Path unfinished = JAR.resolveSibling("unfinished.jsa");
                run.accept("-XX:ArchiveClassesAtExit=" + unfinished);
                Files.move(unfinished, archive(), StandardCopyOption.ATOMIC_MOVE);
            }
        });
    }

    private static Path archive() {
        return JAR.resolveSibling("mongohaul.jsa");
    }

    /** Returns the JVM options that make a start quick: with the class archive, unless the given options exclude it. */
    public static List<String> quickStart(List<String> jvmOptions) {
        List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        // A log of the loaded classes would lack those that only the verifier loads.
        boolean excluded = jvmOptions.stream()
                .anyMatch(option -> option.startsWith("-XX:ArchiveClassesAtExit") || option.startsWith("-Xlog:class"));
        return !excluded && Files.exists(archive())
                ? Stream.concat(options.stream(), Stream.of("-XX:SharedArchiveFile=" + archive()))
                        .toList()
                : options;
    }

    /** Returns the command that starts the program with these JVM options. */
    public static List<String> command(List<String> jvmOptions, List<String> arguments) {
        return Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        jvmOptions,
                        List.of("-jar", JAR.toString()),
                        arguments)
                .flatMap(List::stream)
                .toList();
    }
}
