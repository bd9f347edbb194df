package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.Programs;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.FileSystemUtils;

/** Launcher {@code ./mongohaul} of a separate installation, with its extracted jar and class archive. */
class LauncherIT extends ProgramTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private Path target;
    private Path jar;
    private Path cache;

    /**
     * Program in place of the built jar, which is large: it extracts itself as Spring Boot's launcher does, and an import loads
     * the class by which the script sees that it ran.
     */
    private static final String STUB = """
            package dev.mongohaul.job.step;
            import java.nio.file.*;
            public class FinishTasklet {
                public static void main(String[] arguments) throws Exception {
                    if ("tools".equals(System.getProperty("jarmode"))) {
                        Path to = Path.of(arguments[2]);
                        Files.createDirectories(to.resolve("lib"));
                        Files.copy(Path.of(System.getProperty("java.class.path")), to.resolve("mongohaul.jar"));
                    } else if (arguments[0].equals("--version")) {
                        System.out.println("mongohaul stub");
                    } else if (arguments[0].equals("letter")) {
                        System.out.println((int) arguments[1].charAt(0));
                    } else if (arguments[0].equals("generate") || arguments[arguments.length - 1].equals("sleep")) {
                        System.out.println("started");
                        Thread.sleep(600_000);
                    } else if (String.join(" ", arguments).contains(".csv")) {
                        System.out.println(System.getProperty("jdk.reflect.useNativeAccessorOnly"));
                    } else if (arguments[1].equals("nonsense")) {
                        System.err.println("jobs: has no job " + '"' + arguments[1] + '"');
                        System.exit(2);
                    }
                }
            }
            """;

    private static Path stub;

    @BeforeAll
    static void compileStub(@TempDir Path classes) throws IOException {
        Path source = Files.writeString(classes.resolve("FinishTasklet.java"), STUB);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString()))
                .isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.mongohaul.job.step.FinishTasklet");
        stub = classes.resolve("stub.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(stub), manifest)) {
            out.putNextEntry(new ZipEntry("dev/mongohaul/job/step/FinishTasklet.class"));
            Files.copy(classes.resolve("dev/mongohaul/job/step/FinishTasklet.class"), out);
        }
    }

    @BeforeEach
    void install() throws IOException {
        target = Files.createDirectory(folder.resolve("target"));
        jar = target.resolve("mongohaul.jar");
        cache = folder.resolve("cache");
        Files.copy(stub, jar);
        Files.copy(Path.of("mongohaul"), folder.resolve("mongohaul"));
    }

    /** Waits for background work, which would prevent the removal of the folder. One launch removes the files of another. */
    @AfterEach
    void awaitBackground() {
        await().atMost(TIMEOUT)
                .until(() -> files(target, cache).stream()
                                .map(file -> file.getFileName().toString())
                                .noneMatch(name -> name.startsWith("classes."))
                        && ProcessHandle.allProcesses()
                                .noneMatch(process ->
                                        process.info().commandLine().orElse("").contains(folder.toString())));
    }

    @Test
    @Tag(Programs.TAG)
    void firstImportOfTheBuiltJarMakesAnArchive() throws IOException {
        Programs.requireTheirBuild();
        Files.copy(Path.of("target", "mongohaul.jar"), jar, StandardCopyOption.REPLACE_EXISTING);
        Path log = folder.resolve("classes.log");
        Map<String, String> logging = Map.of("MONGOHAUL_JAVA_OPTS", "-Xlog:class+load:file=" + log);

        assertThat(launch("import", "products").exitCode()).isZero();
        Path archive = awaitArchive();
        FileTime made = Files.getLastModifiedTime(archive);
        assertThat(launch(logging, "import", "orders").exitCode()).isZero();

        assertThat(log)
                .content()
                .containsPattern("dev\\.mongohaul\\.job\\.launch\\.ImportLauncher source: shared objects");
        assertThat(archives()).containsExactly(archive);
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);
        assertThat(launch("--version").out()).startsWith("mongohaul ").doesNotContain("stub", "not built");
    }

    @Test
    void archiveIsMadeAgainForAnotherClassPath() {
        assertThat(launch("import", "products").exitCode()).isZero();
        Path archive = awaitArchive();

        Map<String, String> classPath = Map.of("MONGOHAUL_CLASSPATH", folder.toString());
        assertThat(launch(classPath, "import", "products", "--again").exitCode())
                .isZero();
        await().atMost(TIMEOUT).until(() -> !archives().contains(archive));

        assertThat(archives()).hasSize(1);
        assertThat(apps(target)).hasSize(1);
    }

    @Test
    void oneLaunchAtATimeMakesTheArchive() throws IOException {
        assertRefused(launch("import", "nonsense"));
        awaitBackground();
        Path app = apps(target).get(0);
        archives().forEach(archive -> assertThat(archive.toFile().delete()).isTrue());
        Path lock = app.resolve("classes.lock");

        Files.createSymbolicLink(
                lock, Path.of(Long.toString(ProcessHandle.current().pid())));
        assertThat(launch("import", "products").exitCode()).isZero();
        assertThat(children(app)).contains("classes.lock").noneMatch(name -> name.matches("classes\\.[^l].*|.*jsa"));

        Files.delete(lock);
        Files.createSymbolicLink(lock, Path.of("999999999"));
        assertThat(launch("import", "products").exitCode()).isZero();
        awaitArchive();
        awaitBackground();
        assertThat(children(app)).doesNotContain("classes.lock");
    }

    @Test
    void terminationEndsTheBackgroundWork() throws IOException, InterruptedException {
        Process importing = launchTo(ProcessBuilder.Redirect.PIPE, "import", "sleep");
        awaitStart(importing);
        // The launcher has become the program, whose only children are the background work. That has set its traps when
        // it waits with cat.
        await().atMost(TIMEOUT)
                .until(() -> importing.info().command().orElse("").endsWith("/java")
                        && importing
                                .descendants()
                                .anyMatch(process ->
                                        process.info().command().orElse("").endsWith("/cat"))
                        && apps(target).stream().anyMatch(app -> Files.isSymbolicLink(app.resolve("classes.lock"))));
        List<ProcessHandle> background = importing.descendants().toList();

        background.forEach(ProcessHandle::destroy);

        await().atMost(Duration.ofSeconds(20))
                .until(() -> children(apps(target).get(0)).stream().noneMatch(name -> name.startsWith("classes.")));
        importing.toHandle().destroy();
        assertThat(importing.waitFor()).isEqualTo(143);
    }

    @Test
    void anotherJarReplacesTheExtractedOne() throws IOException {
        assertRefused(launch("import", "nonsense"));
        Path former = apps(target).get(0);

        change(jar);
        assertRefused(launch("import", "nonsense"));

        assertThat(apps(target)).hasSize(1).doesNotContain(former);
    }

    @Test
    void parallelFirstLaunchesSucceed() {
        List<RunningProgram> launches = Stream.generate(() -> Program.start(builder(Map.of(), "import", "nonsense")))
                .limit(3)
                .toList();

        assertThat(launches).allSatisfy(launch -> assertRefused(launch.await()));

        assertThat(apps(target)).hasSize(1);
        assertThat(children(apps(target).get(0))).contains("lib", "mongohaul.jar");
    }

    @Test
    void cacheFolderIsUsedIfTheInstallationIsReadOnly() throws IOException {
        occupyApp();

        assertRefused(launch("import", "nonsense"));

        assertThat(apps(cache)).hasSize(1);
    }

    @Test
    void smallInputRunsWithoutTheOptimizingCompiler() throws IOException {
        Files.writeString(folder.resolve("small.csv"), "a\n1\n");
        try (RandomAccessFile large =
                new RandomAccessFile(folder.resolve("large.csv").toFile(), "rw")) {
            large.setLength(40 << 20);
        }
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/night.yml"), "source:\n  files: large.csv   # each night\n");

        assertThat(launch("small.csv").out()).isEqualTo("true\n");
        assertThat(launch("import", "night", "--files=small.csv").out()).isEqualTo("true\n");
        assertThat(launch("import", "small.csv", "large.csv").out()).isEqualTo("null\n");
        assertThat(launch("import", "night", "report=report.csv").out()).isEqualTo("null\n");
        assertThat(launch("import", "--type", "a=string", "small.csv").out()).isEqualTo("null\n");
    }

    @Test
    void argumentsKeepTheirLettersWithoutALocale() {
        Map<String, String> none = Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "");

        assertThat(launch(none, "letter", "\u00e4").out()).isEqualTo(0xE4 + "\n");
    }

    @Test
    void programInACacheFolderOfOthersIsNotRun() throws IOException {
        occupyApp();
        assertRefused(launch("import", "nonsense"));
        awaitBackground();
        Files.writeString(apps(cache).get(0).resolve("mongohaul.jar"), "planted");
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));

        Result result = launch("--version");

        assertThat(result.out()).startsWith("mongohaul ");
        assertThat(result.err()).contains("The cache folder " + cache + " is not used");
    }

    @Test
    void jarIsUsedIfNoFolderIsWritable() throws IOException {
        occupyApp();
        Files.writeString(cache, "no folder");

        assertRefused(launch("import", "nonsense"));

        assertThat(apps(target)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_292, true", "11.0.2, true", "16, false"})
    void oldJavaIsNamed(String version, boolean hasFile) throws IOException {
        Path java = Files.createDirectories(folder.resolve("old/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"%s\"' >&2\n".formatted(version));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (hasFile) {
            Files.writeString(
                    folder.resolve("old/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        }

        Result result = launch(Map.of("JAVA_HOME", folder.resolve("old").toString()), "jobs");

        assertThat(result.err())
                .isEqualTo(
                        ("mongohaul needs Java 17 or later, and %s is Java %s: install a later one, or set JAVA_HOME to its"
                                        + " folder.\n")
                                .formatted(java, version));
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"-Xmx512", "-Xmx20m", "-ea -Xmx100000k"})
    void tooSmallHeapIsNamed(String options) {
        Result result = launch(Map.of("MONGOHAUL_JAVA_OPTS", options), "jobs");

        assertThat(result.err())
                .isEqualTo(
                        "MONGOHAUL_JAVA_OPTS has %s, and mongohaul needs a heap of 112 MB: write -Xmx512m, for example.\n"
                                .formatted(options.replaceFirst(".* ", "")));
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void wrongJavaHomeIsNamed() {
        Result result = launch(Map.of("JAVA_HOME", "/nowhere"), "jobs");

        assertThat(result.err())
                .isEqualTo("JAVA_HOME is /nowhere, and there is no program /nowhere/bin/java."
                        + " Set it to the folder of Java 17 or later, or unset it.\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void quickCommandCreatesNoFiles() {
        assertThat(launch("--version").out()).startsWith("mongohaul ");

        assertThat(children(target)).containsExactly("mongohaul.jar");
    }

    @Test
    void launcherProcessBecomesTheProgram() throws InterruptedException, IOException {
        Process generating = launchTo(ProcessBuilder.Redirect.PIPE, "generate", "orders", "rows=10000000");
        awaitStart(generating);

        assertThat(generating.info().command())
                .hasValueSatisfying(command -> assertThat(command).endsWith("/java"));
        // Process.destroy also closes the output, which could end the process before the signal.
        generating.toHandle().destroy();
        assertThat(generating.waitFor()).isEqualTo(143);
    }

    @Test
    void firstStartBuildsTheProgramAndShowsItsProgress() throws IOException {
        fakeMaven("""
                echo '[INFO] Downloaded from central: https://repo.maven.apache.org/a.pom (5 kB at 9 kB/s)'
                echo '[INFO] Downloaded from central: https://repo.maven.apache.org/a.jar (5 kB at 9 kB/s)'
                echo '[INFO] --- jar:3.4.2:jar (default-jar) @ mongohaul ---'
                mv target/built target/mongohaul.jar
                """);

        Result result = launch(path(), "--version");

        assertThat(result.err())
                .startsWith("Building mongohaul (once; downloads libraries, takes one to five minutes) ...\n")
                .endsWith("  files downloaded: 2, step: jar\n");
        assertThat(result.out()).startsWith("mongohaul ");
        assertThat(result.exitCode()).isZero();
        assertThat(launch(path(), "--version").err()).isEmpty();
    }

    @Test
    void failedBuildPrintsTheEndOfItsLog() throws IOException {
        fakeMaven("""
                line=0; while [ $line -lt 100 ]; do line=$((line + 1)); echo $line; done
                echo '[ERROR] No space left on device'
                cp target/built target/mongohaul.jar
                exit 7
                """);

        Result result = launch(path(), "--version");

        assertThat(result.err())
                .endsWith("\n100\n[ERROR] No space left on device\nThe build failed. Its log is "
                        + target.toRealPath().resolve("build.log") + ".\n")
                .doesNotContain("\n10\n");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(jar).doesNotExist();
    }

    private void fakeMaven(String commands) throws IOException {
        Files.move(jar, target.resolve("built"));
        Path maven = Files.createDirectory(folder.resolve("bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\n" + commands);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private Map<String, String> path() {
        return Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    }

    private void assertRefused(Result result) {
        assertThat(result.err()).startsWith("jobs: has no job \"nonsense\"");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    private Result launch(String... arguments) {
        return launch(Map.of(), arguments);
    }

    private Result launch(Map<String, String> environment, String... arguments) {
        return Program.start(builder(environment, arguments)).await();
    }

    private Process launchTo(ProcessBuilder.Redirect output, String... arguments) {
        try {
            return builder(Map.of(), arguments).redirectOutput(output).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the stub's line. A signal while a JVM initializes its libraries can end it with code 1. */
    private static void awaitStart(Process stub) throws IOException {
        assertThat(stub.inputReader().readLine()).isEqualTo("started");
    }

    private ProcessBuilder builder(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "mongohaul"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                program.process(command).redirectInput(Path.of("/dev/null").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MONGOHAUL_CACHE", cache.toString());
        builder.environment().putAll(environment);
        return builder;
    }

    /** Creates a file in place of the folder of the launcher. It also stops the superuser. */
    private void occupyApp() throws IOException {
        assertRefused(launch("import", "nonsense"));
        awaitBackground();
        Path app = apps(target).get(0);
        FileSystemUtils.deleteRecursively(app);
        Files.createFile(app);
    }

    private static void change(Path jar) throws IOException {
        try (FileSystem entries = FileSystems.newFileSystem(jar)) {
            Files.writeString(entries.getPath("changed"), "");
        }
    }

    private Path awaitArchive() {
        await().atMost(TIMEOUT).until(() -> !archives().isEmpty());
        return archives().get(0);
    }

    private List<Path> archives() {
        return files(target).stream()
                .filter(file -> file.toString().endsWith(".jsa"))
                .toList();
    }

    private static List<Path> apps(Path parent) {
        return children(parent).stream()
                .filter(name -> name.startsWith("app-"))
                .map(parent::resolve)
                .filter(Files::isDirectory)
                .toList();
    }

    private static List<String> children(Path parent) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.map(child -> child.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files in the folders that the launcher creates. */
    private static List<Path> files(Path... parents) {
        return Stream.of(parents)
                .filter(Files::isDirectory)
                .flatMap(parent -> apps(parent).stream())
                .flatMap(app -> children(app).stream().map(app::resolve))
                .toList();
    }
}
