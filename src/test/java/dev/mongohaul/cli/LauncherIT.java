package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** Launcher {@code ./mongohaul} of a separate installation, with its extracted jar and class archive. */
class LauncherIT extends ProgramTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private Path target;
    private Path jar;
    private Path cache;

    @BeforeEach
    void install() throws IOException {
        target = Files.createDirectory(folder.resolve("target"));
        jar = target.resolve("mongohaul.jar");
        cache = folder.resolve("cache");
        Files.copy(Path.of("target", "mongohaul.jar"), jar);
        Files.copy(Path.of("mongohaul"), folder.resolve("mongohaul"));
    }

    /** Waits for background work, which would prevent the removal of the folder. */
    @AfterEach
    void awaitBackground() {
        await().atMost(TIMEOUT)
                .until(() -> files(target, cache).stream()
                        .map(file -> file.getFileName().toString())
                        .noneMatch(name -> name.startsWith("classes.")));
    }

    @Test
    void firstImportMakesAnArchiveForItsClassPath() throws IOException {
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

        Map<String, String> classPath = Map.of("MONGOHAUL_CLASSPATH", folder.toString());
        assertThat(launch(classPath, "import", "products", "--again").exitCode())
                .isZero();
        await().atMost(TIMEOUT).until(() -> !archives().contains(archive));

        assertThat(archives()).hasSize(1);
        assertThat(apps(target)).hasSize(1);
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

    @Test
    void wrongJavaHomeIsNamed() {
        Result result = launch(Map.of("JAVA_HOME", "/nowhere"), "jobs");

        assertThat(result.err())
                .isEqualTo("JAVA_HOME is /nowhere, and there is no program /nowhere/bin/java."
                        + " Set it to the folder of Java 17 or later, or unset it.\n");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void quickCommandCreatesNoFiles() {
        assertThat(launch("--version").out()).startsWith("mongohaul ");

        assertThat(children(target)).containsExactly("mongohaul.jar");
    }

    @Test
    void launcherProcessBecomesTheProgram() throws InterruptedException {
        Process generating = launchTo(ProcessBuilder.Redirect.PIPE, "generate", "orders", "rows=10000000");

        await().atMost(TIMEOUT)
                .until(() -> generating
                        .info()
                        .command()
                        .filter(command -> command.endsWith("java"))
                        .isPresent());

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
                seq 100
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

    private ProcessBuilder builder(Map<String, String> environment, String... arguments) {
        ProcessBuilder builder =
                program.builder(arguments).redirectInput(Path.of("/dev/null").toFile());
        List<String> command = new ArrayList<>(List.of("sh", "mongohaul"));
        command.addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MONGOHAUL_CACHE", cache.toString());
        builder.environment().putAll(environment);
        return builder.command(command);
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
