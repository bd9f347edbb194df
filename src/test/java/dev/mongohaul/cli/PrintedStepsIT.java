package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that messages name, where options name the server and the folder of the job files, as in a crontab. */
class PrintedStepsIT extends ProgramTest {

    private static final Pattern STEP = Pattern.compile("'mongohaul ([^']+)'");

    private Program cron;

    @BeforeEach
    void writeUri() throws IOException {
        cron = program.with(Map.of());
        for (String name : List.of("uri", "my uri")) {
            Path file = file(name, program.environment().get("MONGODB_URI"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        Files.move(folder.resolve("jobs"), folder.resolve("night"));
        Files.move(folder.resolve("data"), folder.resolve("night/data"));
    }

    @Test
    void stepsOfAnImportWorkInTheSameShell() {
        Result failed = cron.run("import", "orders", "fields.price=int32", "--mongodb-uri-file=uri", "--jobs", "night");

        assertThat(failed.exitCode()).as(failed.err()).isEqualTo(12);
        assertThat(steps(failed))
                .contains("check orders --mongodb-uri-file=uri --jobs=night", "abandon 1 --mongodb-uri-file=uri");
        for (String step : steps(failed)) {
            Result done = cron.run(step.split(" ", -1));

            assertThat(done.exitCode()).as(step + ": " + done.err()).isZero();
        }
    }

    @Test
    void storedMessageHasTheOptionsOfItsReader() {
        program.run("import", "orders", "fields.price=int32", "--jobs=night", "grid-size=1", "chunk-size=100");

        assertThat(steps(program.run("report", "1"))).contains("check orders");
        assertThat(steps(cron.run("report", "1", "--mongodb-uri-file=uri")))
                .as("also where a column of a table breaks the step into lines")
                .containsExactly(
                        "check orders --mongodb-uri-file=uri",
                        "check orders --mongodb-uri-file=uri",
                        "abandon 1 --mongodb-uri-file=uri");
        assertThat(cron.run("report", "1", "--mongodb-uri-file=uri", "--format=json")
                        .out())
                .contains("'mongohaul check orders'")
                .doesNotContain("--mongodb-uri-file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            rejects 77 --mongodb-uri-file=uri              | 'mongohaul report --mongodb-uri-file=uri' lists them
            restart 77 --jobs=night --mongodb-uri-file uri | 'mongohaul report --mongodb-uri-file=uri' lists them
            undo 77 --mongodb-uri-file=uri --log=json      | 'mongohaul report --mongodb-uri-file=uri' lists them
            report none --mongodb-uri-file=uri             | 'mongohaul import JOB --mongodb-uri-file=uri' makes one
            token create t --mongodb-uri-file=uri          | 'mongohaul token revoke t --mongodb-uri-file=uri' ends it
            report --mongodb-uri-file=uri --nosuch         | Try 'mongohaul report --help'
            rejects --mongodb-uri-file=uri x               | 'mongohaul report --mongodb-uri-file=uri' lists them
            report --jobs --drift                          | 'mongohaul report RUN --drift'
            infer night/data/orders.csv -o=night/o.yml --jobs=night | 'mongohaul check o --jobs=night'
            """)
    void messageRepeatsTheOptions(String command, String message) {
        assertThat(cron.run(command.split(" ", -1)).err()).contains(message);
    }

    @Test
    void nameOfTheFileIsAWordOfTheShell() {
        assertThat(cron.run("rejects", "77", "--mongodb-uri-file=my uri").err())
                .contains("'mongohaul report --mongodb-uri-file=\"my uri\"' lists them");
    }

    @Test
    void commandWithoutOptionsPrintsNone() {
        assertThat(program.run("rejects", "77").err()).contains("'mongohaul report' lists them");
    }

    private static List<String> steps(Result result) {
        return STEP.matcher((result.out() + result.err()).replaceAll("\\s+", " "))
                .results()
                .map(step -> step.group(1))
                .toList();
    }
}
