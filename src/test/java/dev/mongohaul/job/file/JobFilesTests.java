package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.repository.run.ShownSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFilesTests {

    private static final String JOB = "source: { files: a.csv }\ntarget: { collection: c }\n";

    @TempDir
    private Path home;

    private Path folder;
    private JobFiles files;

    @BeforeEach
    void folderOfJobs() throws IOException {
        folder = Files.createDirectories(home.resolve("jobs/compare")).getParent();
        files = new JobFiles(folder, home);
        Files.writeString(folder.resolve("products.yml"), JOB);
        Files.writeString(folder.resolve("orders.yaml"), JOB);
        Files.writeString(folder.resolve("notes.txt"), "no job");
        Files.writeString(folder.resolve("compare/writers.yml"), JOB);
    }

    @Test
    void jobsAreListedByNameWithoutSubFolders() {
        assertThat(files.list()).extracting(ListedJobFile::name).containsExactly("orders", "products");
        assertThat(files.list()).allSatisfy(listed -> assertThat(listed.job()).isPresent());
    }

    @Test
    void brokenFileIsListedWithItsProblems() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.yml"), JOB + "banana: 1\n");

        ListedJobFile listed = files.list().get(0);

        assertThat(listed.name()).isEqualTo("broken");
        assertThat(listed.job()).isEmpty();
        assertThat(listed.problems())
                .singleElement()
                .extracting(Object::toString)
                .asString()
                .startsWith(broken + ":3: banana: is not a key here");
        assertThat(files.list()).hasSize(3);
    }

    @Test
    void jobIsFoundByItsName() {
        assertThat(files.find("orders", List.of()).path()).isEqualTo(folder.resolve("orders.yaml"));
    }

    @Test
    void jobIsFoundByThePathOfItsFile() {
        String path = folder.resolve("compare/writers.yml").toString();

        assertThat(files.find(path, List.of("chunk-size=7")).write().chunkSize())
                .isEqualTo(7);
    }

    @Test
    void relativePathsInAFileStartBesideTheFolderOfJobs() {
        assertThat(files.find("products", List.of()).source().files())
                .containsExactly(home.resolve("a.csv").toString());
    }

    @Test
    void refusalOfUnknownJobNamesKnownJobs() {
        assertThatThrownBy(() -> files.find("product", List.of()))
                .isInstanceOf(JobFileException.class)
                .hasMessage(folder + ": has no job \"product\" (did you mean products?); it has orders, products");
    }

    @Test
    void folderWithoutJobsHasNone() {
        JobFiles none = new JobFiles(home.resolve("nowhere"), home);

        assertThat(none.list()).isEmpty();
        assertThatThrownBy(() -> none.find("products", List.of()))
                .hasMessageStartingWith(home.resolve("nowhere") + ": does not exist, so there is no job \"products\".");
    }

    @Test
    void twoFilesOfOneNameAreRefused() throws IOException {
        Path twin = Files.writeString(folder.resolve("orders.yml"), JOB);
        String message =
                folder.resolve("orders.yaml") + ": has the name of " + twin + ": remove or rename one of the two";

        assertThatThrownBy(() -> files.find("orders", List.of())).hasMessage(message);
        assertThat(files.list()).filteredOn(listed -> listed.job().isEmpty()).hasSize(2);
    }

    @Test
    void unreadableFilesAreReportedByName() throws IOException {
        Path huge = Files.write(folder.resolve("huge.yml"), new byte[JobFiles.MAX_BYTES + 1]);
        Path latin = Files.write(folder.resolve("latin.yml"), "é: 1".getBytes(StandardCharsets.ISO_8859_1));
        Path missing = folder.resolve("missing.yml");

        assertRefused(huge, "is longer than 1048576 bytes, which no job needs");
        assertRefused(latin, "is not UTF-8 text: save it as UTF-8");
        assertRefused(missing, "does not exist");
        assertRefused(folder, "is not a file");
    }

    @Test
    void byteOrderMarkAndWindowsLineEndsAreAccepted() throws IOException {
        Files.writeString(folder.resolve("windows.yml"), "\uFEFF" + JOB.replace("\n", "\r\n"));

        assertThat(files.find("windows", List.of()).target().collection()).isEqualTo("c");
    }

    private void assertRefused(Path file, String message) {
        assertThatThrownBy(() -> files.find(file.toString(), List.of()))
                .isInstanceOf(JobFileException.class)
                .hasMessage(file + ": " + message);
    }

    @Test
    void linkThatLeavesTheFolderIsNotAJobFile() throws IOException {
        Path outside = Files.writeString(home.resolve("secret.yml"), "password: hunter2\n");
        Files.createSymbolicLink(folder.resolve("leaving.yml"), outside);

        ListedJobFile listed = files.list().get(0);

        assertThat(listed.name()).isEqualTo("leaving");
        assertThat(listed.problems())
                .singleElement()
                .asString()
                .contains("is a link that leads out of " + folder)
                .doesNotContain("password");
        assertThatThrownBy(() -> files.find("leaving", List.of())).isInstanceOf(JobFileException.class);
        assertThatThrownBy(() -> files.find(folder.resolve("leaving.yml").toString(), List.of()))
                .hasMessageContaining("is a link that leads out of");
    }

    /** Volumes of Kubernetes have such links. */
    @Test
    void linkThatStaysInTheFolderIsAJobFile() throws IOException {
        Files.createDirectories(folder.resolve("..2026"));
        Files.writeString(folder.resolve("..2026/mounted.yml"), JOB);
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
        Files.createSymbolicLink(folder.resolve("mounted.yml"), Path.of("..data/mounted.yml"));

        assertThat(files.find("mounted", List.of()).name()).isEqualTo("mounted");
        Path linked = Files.createSymbolicLink(home.resolve("linked"), folder);
        assertThat(new JobFiles(linked, home).find("mounted", List.of()).name()).isEqualTo("mounted");
    }

    @Test
    void shownSettingsHaveNoValuesThatCanBeSecret() {
        String shown = ShownSettings.of("""
                # sender's token: t0ken
                source:
                  files: ["https://h/a.csv?sig=s3cret,x", in/b.csv]
                target: { collection: "${NAME}" }
                processor: com.example.Clean
                processor-settings: { key: s3cret, rate: 0.5 }
                """);

        assertThat(shown)
                .contains(
                        "https://h/a.csv",
                        "in/b.csv",
                        "${NAME}",
                        "com.example.Clean",
                        "key: (not shown)",
                        "rate: (not shown)")
                .doesNotContain("s3cret", "t0ken", "0.5", "sig");
        assertThat(ShownSettings.of("source: [")).isEmpty();
        assertThat(ShownSettings.withoutSecrets("processor-settings={key: s3cret}"))
                .isEqualTo("processor-settings=(not shown)");
        assertThat(ShownSettings.withoutSecrets("chunk-size=7")).isEqualTo("chunk-size=7");
    }
}
