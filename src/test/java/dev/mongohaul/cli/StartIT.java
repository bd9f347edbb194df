package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.faults.process.BuiltProgram;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start of the program: classes that commands load, quick commands, help and standard output. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // a class is loaded once
class StartIT extends ProgramTest {

    private static IsolatedCommand commands;

    @BeforeAll
    static void open() {
        commands = new IsolatedCommand(BuiltProgram.classPath());
    }

    @AfterAll
    static void close() throws IOException {
        commands.close();
    }

    @Order(1)
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
    void quickCommandLoadsNoSpringClasses(String arguments, String exitCode) throws Exception {
        assertThat(loaded(arguments, "org\\.springframework\\..*|com\\.mongodb\\..*"))
                .containsExactly(exitCode);
    }

    /** The classes of job files need a few of Spring and of the driver. */
    @Order(2)
    @ParameterizedTest
    @CsvSource({"completion bash, 0", "completion fish, 0", "import products --agin, 2", "check products --db=shop, 2"})
    void optionsOfTheSchemaStartNoContext(String arguments, String exitCode) throws Exception {
        assertThat(loaded(
                        arguments,
                        "org\\.springframework\\.(boot|context)\\..*|com\\.mongodb\\.client\\.internal\\..*"))
                .containsExactly(exitCode);
    }

    @Order(3)
    @Test
    void reportLoadsTheClassesOfSpringAndOfTheDriver() throws Exception {
        assertThat(loaded("report", "org\\.springframework\\.context\\..*|com\\.mongodb\\.client\\.internal\\..*"))
                .startsWith("1")
                .anyMatch(type -> type.startsWith("org.springframework.context."))
                .anyMatch(type -> type.startsWith("com.mongodb."));
    }

    /** Runs a command and returns its exit code, and then the names of the classes that match the pattern. */
    private List<String> loaded(String arguments, String types) throws Exception {
        List<String> loaded = commands.run(folder, arguments.split(" ", -1));
        return Stream.concat(loaded.stream().limit(1), loaded.stream().skip(1).filter(type -> type.matches(types)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"import products", "check products"})
    void commandLoadsNoClassForWhatItDoesNotUse(String command) throws IOException {
        Path log = folder.resolve("classes.log");

        Result result = program.withJvm("-Xlog:class+load:file=" + log).run(command.split(" ", -1));

        assertThat(result.exitCode()).as(result.err()).isZero();
        String brokerOrStore = "org\\.apache\\.activemq\\..*|jakarta\\.jms\\..*|io\\.netty\\..*|software\\.amazon\\..*"
                + "|org\\.apache\\.sshd\\..*|dev\\.mongohaul\\.csv\\.source\\.remote\\.(Sftp|S3).*";
        String processor = "dev\\.mongohaul\\.(job\\.processor\\..*|mapping\\.FilteredRecord|check\\.SecondRun)";
        String receiver = "io\\.opentelemetry\\..*|com\\.google\\.protobuf\\..*|io\\.micrometer\\.registry\\..*"
                + "|java\\.net\\.http\\..*|dev\\.mongohaul\\.notification\\.(Notif|Operator|Payload|WebhookSender).*"
                + "|dev\\.mongohaul\\.telemetry\\.(?!TelemetryAddress).*|org\\.springframework\\.boot\\.logging\\.structured\\..*";
        try (Stream<String> lines = Files.lines(log)) {
            List<String> types = lines.map(
                            line -> line.replaceFirst("^(\\[[^]]*])+ ", "").split(" ", 2)[0])
                    .toList();
            assertThat(types).contains("dev.mongohaul.Mongohaul", "dev.mongohaul.job.ImportJob");
            assertThat(types).filteredOn(type -> type.matches(brokerOrStore)).isEmpty();
            assertThat(types).filteredOn(type -> type.matches(processor)).isEmpty();
            assertThat(types).filteredOn(type -> type.matches(receiver)).isEmpty();
        }
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

        Result imported = embedded.run("import", "orders");

        assertThat(imported.exitCode()).isZero();
        assertThat(imported.err()).startsWith("No MONGODB_URI: using the embedded MongoDB, data in .mongohaul/\n");
        assertThat(imported.out())
                .contains("insert into mongohaul.orders, MongoDB ", " embedded at 127.0.0.1:")
                .endsWith("Look at the documents with 'mongohaul show orders'; connect other programs with"
                        + " 'mongohaul mongod'\n");
        assertThat(embedded.run("report").out()).containsPattern("1 +1 +orders +completed");
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data", ".mongohaul");
    }

    static boolean fullDeviceExists() {
        return Files.exists(Path.of("/dev/full"));
    }
}
