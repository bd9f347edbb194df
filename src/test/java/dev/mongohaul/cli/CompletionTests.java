package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.run.SettingOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.SettingRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

class CompletionTests {

    @TempDir
    private Path folder;

    @BeforeEach
    void prepareFolder() throws IOException {
        Files.createDirectories(folder.resolve("jobs/compare"));
        Files.createDirectories(folder.resolve("data"));
        for (String file : List.of("jobs/orders.yml", "jobs/jobs.yml", "jobs/compare/own.yml", "data/my orders.csv")) {
            Files.createFile(folder.resolve(file));
        }
    }

    @Test
    void settingsWithNamesOfTheirOwnAreOptions() {
        CommandSpec command = MongohaulCommand.commandLine(Invocation.ofProcess())
                .getSubcommands()
                .get("import")
                .getCommandSpec();
        List<SettingRow> rows = JobFileReader.settings();
        Stream<String> names = rows.stream()
                .filter(SettingRow::settable)
                .filter(row -> row.key().equals(row.name())
                        || rows.stream()
                                        .filter(other -> other.name().equals(row.name()))
                                        .count()
                                == 1)
                .map(row -> "--" + row.name());

        assertThat(Stream.concat(SettingOptions.of(command), command.optionsMap().keySet().stream()))
                .containsAll(names.toList());
    }

    /** Words are separated by spaces, as bash passes them: an equals sign is a word. An underscore is an empty word. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            imp                        | import
            re                         | report;rejects;restart
            import or                  | orders
            data/m                     | data/my orders.csv
            data/my.csv --ag           | --again
            import jobs --ag           | --again
            import orders --chunk-     | --chunk-size;--chunk-bytes
            check data/m               | data/my orders.csv
            report --format =          | table;json;html
            report --format = j        | json
            report --format j          | json
            check orders --format = h  | -
            import --operation = re    | replace
            import --like _            | -
            rejects _                  | -
            compare _                  | page;own
            compare own --format h     | html
            password bob --role = op   | operate
            generate o                 | orders
            completion _               | bash;zsh;fish
            help compl                 | completion
            """)
    @Tag(Programs.TAG)
    void wordsAreCompletedInBash(String line, String completions) throws Exception {
        String words = Arrays.stream(line.split(" ", -1))
                .map(word -> word.equals("_") ? "''" : word)
                .reduce("mongohaul", (all, word) -> all + " " + word);

        String reply = bash("COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mongohaul".formatted(words)
                + "; printf '%s\\n' \"${COMPREPLY[@]}\"");

        assertThat(reply.lines().filter(word -> !word.isEmpty()))
                .containsExactly(completions == null ? new String[0] : completions.split(";", -1));
    }

    @Test
    @Tag(Programs.TAG)
    void scriptRegistersTheCompletion() throws Exception {
        assertThat(bash("complete -p mongohaul")).isEqualTo("complete -F _mongohaul mongohaul\n");
    }

    @Test
    void zshHasTheScriptOfBash() {
        assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
    }

    @Test
    void fishScriptHasCommandsOptionsValuesJobsAndFiles() {
        assertThat(script("fish").lines())
                .contains(
                        "complete -c mongohaul -n \"__mongohaul_is ''; and string length -q -- (commandline -ct)\" -F",
                        "complete -c mongohaul -n \"__mongohaul_is ''\" -a rejects"
                                + " -d 'Write the rejected records of an import to standard output'",
                        "complete -c mongohaul -n \"__mongohaul_is 'report'\" -l format -r -f -a 'table json html'"
                                + " -d 'table, json, html'",
                        "complete -c mongohaul -n \"__mongohaul_is 'report'\" -l status -r -f -a 'running completed"
                                + " completed-with-rejects stopped reject-limit-exceeded limit-exceeded failed killed'"
                                + " -d 'List the runs with these statuses: running, completed, completed-with-rejects,"
                                + " stopped, reject-limit-exceeded, limit-exceeded, failed, killed'",
                        "complete -c mongohaul -n \"__mongohaul_is 'import'\" -F -a '(__mongohaul_names jobs)'",
                        "complete -c mongohaul -n \"__mongohaul_is 'serve'\" -l users-file -r -F"
                                + " -d 'File of the users who may log in'",
                        "complete -c mongohaul -n \"__mongohaul_is 'import'\" -l chunk-size -x");
    }

    private String bash(String commands) throws IOException, InterruptedException {
        Path program = Programs.require("bash", "apt-get install bash");
        Path script = Files.writeString(folder.resolve("script"), script("bash") + commands + "\n");
        Process bash = new ProcessBuilder(program.toString(), script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return output;
    }

    private static String script(String shell) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        int exitCode = MongohaulCommand.execute(
                new Invocation(
                        Map.of(),
                        Path.of(""),
                        InputStream.nullInputStream(),
                        new StandardOutput(out, StandardCharsets.UTF_8),
                        new PrintWriter(err, true)),
                "completion",
                shell);
        assertThat(exitCode).as(err.toString()).isZero();
        return out.toString(StandardCharsets.UTF_8).replace("\r", "");
    }
}
