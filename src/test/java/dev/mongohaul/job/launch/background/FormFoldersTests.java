package dev.mongohaul.job.launch.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.RemoteProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.background.BackgroundImports.FormFolders;
import dev.mongohaul.job.processor.Processors;
import dev.mongohaul.sample.Product;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** Forms that name real files: {@code in} and {@code archive} belong to jobs, {@code secret} to none. */
class FormFoldersTests {

    @TempDir
    private Path home;

    private JobFiles jobs;

    @BeforeEach
    void createFiles() throws IOException {
        for (String folder : List.of("jobs", "in/deep", "archive", "secret")) {
            Files.createDirectories(home.resolve(folder));
        }
        for (String file : List.of("in/a.csv", "in/deep/b.csv", "archive/c.csv", "secret/d.csv", "secret/uri")) {
            Files.writeString(home.resolve(file), "n\n1\n");
        }
        Files.createSymbolicLink(home.resolve("in/linked.csv"), home.resolve("secret/d.csv"));
        Files.createLink(home.resolve("in/twin"), home.resolve("secret/uri"));
        job("products", "in/a.csv", "");
        job("orders", "archive/{date:yyyy/MM}/*.csv", "rejects: {directory: out}");
        jobs = new JobFiles(home.resolve("jobs"), home);
    }

    @Test
    void jobFileIsReadOnceForARequestWithParameters() throws IOException {
        ImportRequest asked = ImportRequest.of(jobs, "products", List.of("chunk-size=7"), false);
        Files.delete(home.resolve("jobs/products.yml"));

        assertThat(asked.file().write().chunkSize()).isEqualTo(7);
        assertThat(asked.standing().orElseThrow().write().chunkSize()).isEqualTo(5000);
    }

    @Test
    void formCannotLetFilesBeMovedOrDeleted() throws IOException {
        assertThatThrownBy(() -> prepare("source.after.completed=delete"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("source.after: a page or program cannot change what becomes of files");
        job("products", "in/a.csv", "");
        Files.writeString(home.resolve("jobs/products.yml"), """
                source: {files: in/a.csv, after: {completed: delete}}
                target: {collection: c}
                """);
        assertThatCode(() -> prepare("chunk-size=7")).doesNotThrowAnyException();
    }

    @Test
    void formCannotNameAProcessorOrItsSettings() throws IOException {
        String refusal = "processor: a page or program cannot name a processor or its settings";
        String processor = "processor: " + Processors.OfDocuments.class.getName();

        assertThatThrownBy(() -> prepare(processor.replace(": ", "=")))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(refusal);
        job("products", "in/a.csv", processor);
        assertThatThrownBy(() -> prepare("processor-settings={suffix: x}"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(refusal);
        assertThatCode(() -> prepare("chunk-size=7")).doesNotThrowAnyException();
    }

    @Test
    void formCannotNameAnEntity() throws IOException {
        String entity = "entity: " + Product.class.getName();

        assertThatThrownBy(() -> prepare(entity.replace(": ", "=")))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("entity: a page or program cannot name a class; change the job file");
        job("products", "in/a.csv", entity + "\nfields: {n: {to: sku}}");
        assertThatCode(() -> prepare("chunk-size=7")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "files=https://169.254.169.254/latest/meta-data/iam",
                "files=s3://bucket/a.csv",
                "files=sftp://127.0.0.1/etc/passwd"
            })
    void formNamesNoRemoteFileWithoutAListOfSources(String parameter) {
        assertThatThrownBy(() -> prepare(parameter))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("mongohaul.import.remote.sources says, which is not set");
    }

    private void job(String name, String files, String more) throws IOException {
        Files.writeString(home.resolve("jobs/" + name + ".yml"), """
                source: {files: "%s"}
                target: {collection: c}
                %s
                """.formatted(files, more));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "files=in/a.csv",
                "files=in/deep/b.csv",
                "files=in/[ab].csv",
                "source.files=[in/a.csv, archive/c.csv]",
                "files=in/../archive/c.csv",
            })
    void formNamesFilesInFoldersOfJobFiles(String parameter) {
        assertThatCode(() -> prepare(parameter)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "files=secret/d.csv",
                "files=secret/none.csv",
                "files=secret/*.csv",
                "files=s*/d.csv",
                "files=**/d.csv",
                "files=in/../secret/d.csv",
                "files=in/linked.csv",
                "files=/etc/passwd",
                "files=/*/passwd",
                "source.files=[in/a.csv, secret/d.csv]",
            })
    void formNamesNoOtherFile(String parameter) {
        assertThatThrownBy(() -> prepare(parameter))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is outside of ")
                .hasMessageContaining(
                        "the only place that a page or program without mongohaul.import.input-roots allows");
    }

    @Test
    void formNamesCorrectedRejects() throws IOException {
        Path rejects = Files.createDirectories(home.resolve("rejects"));
        Files.writeString(rejects.resolve("a-1.csv"), "n\n1\n");

        assertThat(prepare("files=rejects/a-1.csv").plannedInputs()).hasSize(1);
    }

    @Test
    void correctedRejectsAreNamedBesideJobsOfRemoteFiles() throws IOException {
        job("products", "https://files.example.com/a.csv", "");
        job("orders", "s3://bucket/orders.csv", "");
        Path rejects = Files.createDirectories(home.resolve("rejects"));
        Files.writeString(rejects.resolve("a-1.csv"), "n\n1\n");

        assertThat(prepare("files=rejects/a-1.csv").plannedInputs()).hasSize(1);
        assertThatThrownBy(() -> prepare("files=secret/d.csv")).hasMessageContaining("is outside of ");
    }

    @Test
    void folderOfRejectsOfAFormAllowsNoFile() {
        assertThatThrownBy(() -> prepare("rejects.directory=secret", "files=secret/d.csv"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is outside of ");
        assertThatThrownBy(() -> prepare("rejects.directory=out/deep", "files=out/deep/d.csv"))
                .isInstanceOf(InputException.class);
    }

    @Test
    void patternOfAFormFollowsNoLink() {
        assertThat(prepare("files=in/*.csv").plannedInputs())
                .singleElement()
                .satisfies(input -> assertThat(input.path()).endsWith("in/a.csv"));
    }

    @Test
    void refusalKeepsWhetherAFileExists() {
        String there = catchThrowable(() -> prepare("files=secret/d.csv")).getMessage();
        String missing = catchThrowable(() -> prepare("files=secret/x.csv")).getMessage();

        assertThat(there).isEqualTo(missing);
    }

    @Test
    void standardInputOfAJobAllowsNoFolder() throws IOException {
        job("piped", "-", "");

        assertThatThrownBy(() -> prepare("files=" + Path.of("pom.xml").toAbsolutePath()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is outside of ");
    }

    @Test
    void fileOfTheJobItselfMayBeALink() throws IOException {
        job("products", "in/linked.csv", "");

        assertThat(prepare().plannedInputs())
                .singleElement()
                .satisfies(input -> assertThat(input.path()).endsWith("in/linked.csv"));
    }

    @Test
    void inputRootsReplaceTheFoldersOfJobFiles() {
        List<Path> roots = List.of(home.resolve("secret"));

        assertThatCode(() -> prepare(roots, "files=secret/d.csv")).doesNotThrowAnyException();
        assertThatThrownBy(() -> prepare(roots, "files=archive/c.csv"))
                .hasMessageContaining("the only place that mongohaul.import.input-roots allows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret/uri", "in/twin", "in/renamed"})
    void secretIsRefusedByAnyName(String file) throws IOException {
        Files.createSymbolicLink(home.resolve("in/renamed"), home.resolve("secret/uri"));

        assertThatThrownBy(() -> prepare(List.of(home), "files=" + file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("holds a secret of this program");
    }

    @Test
    void secretIsRefusedInAJobFile() throws IOException {
        job("products", "secret/uri", "");

        assertThatThrownBy(this::prepare).hasMessageContaining("holds a secret of this program");
    }

    @Test
    void standardInputIsRefused() throws IOException {
        assertThatThrownBy(() -> prepare("files=-"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("a page or program has no standard input");
        job("products", "-", "");
        assertThatThrownBy(this::prepare).isInstanceOf(JobRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rejects", "out", "out/products"})
    void formNamesRejectFoldersOfJobFiles(String folder) {
        assertThatCode(() -> prepare("rejects.directory=" + folder)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rejects.directory=secret", "directory=/tmp", "rejects.directory=out/../jobs"})
    void formNamesNoOtherRejectFolder(String parameter) {
        assertThatThrownBy(() -> prepare(parameter))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "the only place that a page or program without mongohaul.import.output-roots allows");
    }

    @Test
    void jobFilesWithoutAFolderAllowNone() throws IOException {
        Files.delete(home.resolve("jobs/orders.yml"));
        job("products", "/*.csv", "");

        assertThatThrownBy(() -> prepare("files=/etc/passwd"))
                .hasMessageContaining("/rejects, the only place that a page");
    }

    @Test
    void patternWithManyStarsIsRefused() {
        assertThatThrownBy(() -> prepare("files=in/*a*a*a*a*a.csv")).hasMessageContaining("at most 4 stars");
    }

    private ImportJob prepare(String... given) {
        return prepare(List.of(), given);
    }

    private ImportJob prepare(List<Path> inputRoots, String... given) {
        ImportProperties limits = new ImportProperties(
                DataSize.ofMegabytes(16),
                DataSize.ofBytes(1),
                Duration.ZERO,
                inputRoots,
                List.of(),
                DataSize.ofTerabytes(1),
                DataSize.ofGigabytes(10),
                RemoteProperties.ANY);
        InputRules rules = limits.inputRules().confinedRemotely().without(List.of(home.resolve("secret/uri")));
        ImportRequest asked = ImportRequest.of(jobs, "products", List.of(given), false);
        return new ImportJobs(InputStream.nullInputStream(), limits)
                .prepare(asked.file(), asked.request(), new FormFolders(jobs, limits, rules).rules(asked))
                .orElseThrow();
    }
}
