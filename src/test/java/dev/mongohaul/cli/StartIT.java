package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start of the program: quick commands, help and standard output. */
class StartIT extends ProgramTest {

    @ParameterizedTest
    @CsvSource({
        "--help, 0",
        "--version, 0",
        "import --help, 0",
        "check --help, 0",
        "compare page --help, 0",
        "report --help, 0",
        "prune --help, 0",
        "serve --help, 0",
        "token --help, 0",
        "token create --help, 0",
        "help, 0",
        "help compare page, 0",
        "help nonsense, 2",
        "import, 2",
        "report --fromat=json, 2",
        "serve --prot=8080, 2",
        "nonsense, 2",
        "generate orders rows=1, 0",
        "import nonsense, 2",
        "check nonsense, 2"
    })
    void quickCommandLoadsNoSpringClasses(String arguments, int exitCode) throws IOException {
        assertThat(loaded(exitCode, arguments, "org\\.springframework\\.(?!boot\\.loader).*|com\\.mongodb\\..*"))
                .isEmpty();
    }

    /** The classes of job files need a few of Spring and of the driver. */
    @ParameterizedTest
    @CsvSource({"completion bash, 0", "completion fish, 0", "import products --agin, 2", "check products --db=shop, 2"})
    void optionsOfTheSchemaStartNoContext(String arguments, int exitCode) throws IOException {
        String types =
                "org\\.springframework\\.(boot\\.(?!loader)|context\\.).*|com\\.mongodb\\.client\\.internal\\..*";

        assertThat(loaded(exitCode, arguments, types)).isEmpty();
    }

    @Test
    void importOfLocalFilesLoadsNoBrokerOrStore() throws IOException {
        String types = "org\\.apache\\.activemq\\..*|jakarta\\.jms\\..*|io\\.netty\\..*|software\\.amazon\\..*"
                + "|org\\.apache\\.sshd\\..*|dev\\.mongohaul\\.csv\\.source\\.remote\\.(Sftp|S3).*";

        assertThat(loaded(0, "import products", types)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"import products", "check products"})
    void jobWithoutAProcessorLoadsNoClassForIt(String command) throws IOException {
        String types = "dev\\.mongohaul\\.(job\\.processor\\..*|mapping\\.FilteredRecord|check\\.SecondRun)";

        assertThat(loaded(0, command, types)).isEmpty();
    }

    @Test
    void importWithoutAReceiverLoadsNoClassForIt() throws IOException {
        String types = "io\\.opentelemetry\\..*|com\\.google\\.protobuf\\..*|io\\.micrometer\\.registry\\..*"
                + "|java\\.net\\.http\\..*|dev\\.mongohaul\\.notification\\.(Notif|Operator|Payload|WebhookSender).*"
                + "|dev\\.mongohaul\\.telemetry\\.(?!TelemetryAddress).*|org\\.springframework\\.boot\\.logging\\.structured\\..*";

        assertThat(loaded(0, "import products", types)).isEmpty();
    }

    /** Runs a command and returns the names of the classes that it loads and that match the pattern. */
    private List<String> loaded(int exitCode, String arguments, String types) throws IOException {
        Path log = folder.resolve("classes.log");
        Result result = program.withJvm("-Xlog:class+load:file=" + log).run(arguments.split(" ", -1));
        assertThat(result.exitCode()).isEqualTo(exitCode);
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.replaceFirst("^(\\[[^]]*])+ ", "").split(" ", 2)[0])
                    .filter(type -> type.matches(types))
                    .toList();
        }
    }

    @Test
    void springClassesAreLoadedForAReport() throws IOException {
        Path log = folder.resolve("classes.log");

        program.with(Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1"))
                .withJvm("-Xlog:class+load:file=" + log)
                .run("report");

        assertThat(log).content().contains("org.springframework.context.", "com.mongodb.");
    }

    @Test
    void helpNamesCommandsAndExitCodes() {
        Result help = program.run("--help");

        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains("import", "check", "infer", "jobs", "report", "rejects", "restart", "abandon", "generate")
                .containsSubsequence("0 ", "1 ", "2 ", "10 ", "11 ", "12 ", "13 ");
        assertThat(program.start("--version").await().out())
                .startsWith("mongohaul ")
                .doesNotContain("not built");
    }

    @Test
    void helpOnATerminalHasNoEscapes() {
        assertThat(program.withJvm("-Dpicocli.ansi=true").run("--help").out())
                .startsWith("Usage: mongohaul COMMAND")
                .doesNotContain("u001b");
    }

    @Test
    void jobsListsAllJobs() {
        Result jobs = program.run("jobs");

        assertThat(jobs.exitCode()).isZero();
        assertThat(jobs.out()).contains("orders", "Orders of the web shop", "products", "Nightly product catalogue");
    }

    @Test
    void closedPipeIsNoFailure() throws IOException, InterruptedException {
        Process generating =
                program.builder("generate", "orders", "rows=100000").start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(generating.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).startsWith("customer,sku");
        }

        assertThat(new String(generating.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(generating.waitFor()).isZero();
    }

    @Test
    @EnabledIf(value = "fullDeviceExists", disabledReason = "this machine has no /dev/full")
    void resultThatCannotBeWrittenIsAFailure() throws IOException, InterruptedException {
        Process generating = program.builder("generate", "orders")
                .redirectOutput(new File("/dev/full"))
                .start();

        assertThat(new String(generating.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("Standard output cannot be written: ")
                .hasLineCount(1);
        assertThat(generating.waitFor()).isEqualTo(1);
    }

    @Test
    void embeddedServerKeepsTheHistoryInTheFolder() {
        Program embedded = program.with(Map.of());

        Result imported = embedded.start("import", "orders").await();

        assertThat(imported.exitCode()).isZero();
        assertThat(imported.err()).startsWith("No MONGODB_URI: using the embedded MongoDB, data in .mongohaul/\n");
        assertThat(imported.out())
                .contains("insert into mongohaul.orders, MongoDB ", " embedded at 127.0.0.1:")
                .endsWith("Look at the documents with 'mongohaul show orders'; connect other programs with"
                        + " 'mongohaul mongod'\n");
        assertThat(embedded.start("report").await().out()).containsPattern("1 +1 +orders +completed");
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data", ".mongohaul");
    }

    static boolean fullDeviceExists() {
        return Files.exists(Path.of("/dev/full"));
    }
}
