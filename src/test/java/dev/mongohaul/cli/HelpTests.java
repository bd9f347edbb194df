package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.session.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class HelpTests {

    private static final Path FOLDER = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            import        | 0 1 2 10 11 12 13 14
            restart       | 0 1 2 10 11 12 13 14
            check         | 0 1 2 10 11 12
            compare       | 0 1 2 11
            compare page  | 0 1 2
            abandon       | 0 1 2 13
            serve         | 1 2 130 143
            report        | 0 1 2
            generate      | 0 1 2
            """)
    void helpListsTheExitCodesOfItsCommand(String command, String codes) {
        assertThat(String.join(
                        " ", command(command).usageMessage().exitCodeList().keySet()))
                .isEqualTo(codes);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpEndsWithTwoExamples(String command) {
        String text = help(command);

        assertThat(text).containsPattern("(?s)\nExit codes:\n.*\nExamples:\n {2}.*mongohaul .*\n {2}.*mongohaul .*\n$");
        assertThat(text.substring(text.indexOf("Examples:")).lines()).hasSize(3);
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpWritesValuesAndDefaultsInOneWay(String command) {
        assertThat(help(command)).doesNotContain("(default", "=<");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void serverIsNamedOnlyIfTheCommandConnects(String command) {
        assertThat(help(command).contains("\nMONGODB_URI or --mongodb-uri-file names"))
                .isEqualTo(command(command).findOption("--no-embedded") != null);
    }

    @ParameterizedTest
    @CsvSource({"import, true", "check, true", "restart, true", "report, false", "compare page, false"})
    void settingsAreExplainedIfTheCommandTakesThem(String command, boolean settings) {
        assertThat(help(command).contains("docs/job-file.md describes all keys."))
                .isEqualTo(settings);
    }

    @Test
    void everyCommandIsListedByItsPurpose() {
        String text = help("");

        assertThat(text).containsSubsequence("Import:", "Look:", "Run again:", "Operate:", "Measure:", "help import");
        assertThat(commands().filter(name -> !name.contains(" ") && !name.isEmpty()))
                .allSatisfy(name -> assertThat(text).containsPattern("(?m)^  " + name + " +[A-Z]"));
    }

    @Test
    void onlyTheDescriptionOfExitCode2ThatFitsIsShown() {
        assertThat(help("report")).doesNotContain("nothing was written");
        assertThat(help("import")).contains("2    wrong command, job file, setting or input; nothing was written");
    }

    @ParameterizedTest
    @CsvSource({
        "help, Usage: mongohaul COMMAND",
        "help import, Usage: mongohaul import JOB",
        "help compare page, Usage: mongohaul compare page",
        "help help, Usage: mongohaul help",
        "help inbox, How do I import the files of a folder?"
    })
    void helpCommandShowsTheHelpOfACommand(String line, String beginning) {
        int exitCode = run(line.split(" ", -1));

        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith(beginning);
        assertThat(err.toString()).isEmpty();
        assertThat(exitCode).isZero();
    }

    @Test
    void commandLineWithoutACommandShowsTheHelp() {
        assertThat(run()).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: mongohaul COMMAND");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            help inbx              | There is no page "inbx" (did you mean inbox?)
            help drift             | mongohaul help job-file     drift
            help nosuch            | There is no command "nosuch". Commands are import, check,
            help improt            | There is no command "improt" (did you mean import?)
            help compare pgae      | There is no command "pgae" (did you mean page?). Commands are page.
            improt                 | There is no command "improt" (did you mean import?)
            imports x              | There is no command "imports" (did you mean import?)
            serve --broker         | There is no option --broker. It is not a setting any more: run 'mongohaul broker', and set MONGOHAUL_BROKER_URL to its address.
            report --fromat=json   | There is no option --fromat. Did you mean --format?
            completion csh         | There is no completion for the shell "csh". Use bash, zsh or fish.
            """)
    void misspeltNameIsRefusedWithTheNearestOne(String line, String message) {
        int exitCode = run(line.split(" ", -1));

        assertThat(err.toString()).contains(message);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(exitCode).isEqualTo(2);
    }

    static Stream<String> commands() {
        return commands("", MongohaulCommand.commandLine(Invocation.ofProcess()));
    }

    private static Stream<String> commands(String path, CommandLine command) {
        Stream<String> inner = command.getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .flatMap(entry -> commands((path + " " + entry.getKey()).strip(), entry.getValue()));
        return Stream.concat(Stream.of(path), inner);
    }

    private CommandSpec command(String path) {
        CommandLine command = MongohaulCommand.commandLine(Invocation.ofProcess());
        for (String name : path.isEmpty() ? List.<String>of() : List.of(path.split(" ", -1))) {
            command = command.getSubcommands().get(name);
        }
        return command.getCommandSpec();
    }

    private String help(String command) {
        assertThat(run((command + " --help").strip().split(" ", -1))).isZero();
        return out.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private int run(String... arguments) {
        out.reset();
        StandardOutput output = new StandardOutput(out, StandardCharsets.UTF_8);
        return MongohaulCommand.execute(
                new Invocation(Map.of(), FOLDER, InputStream.nullInputStream(), output, new PrintWriter(err, true)),
                arguments);
    }
}
