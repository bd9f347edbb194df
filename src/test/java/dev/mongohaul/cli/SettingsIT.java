package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of {@code mongohaul.*} properties, and the sources that they come from. */
class SettingsIT extends ProgramTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            report         | MONGOHAUL_REPOSITORY_LEASE=abc           | MONGOHAUL_REPOSITORY_LEASE=abc is not a duration. It needs a number and a unit, such as 500ms, 25s or 2m.
            import orders  | MONGOHAUL_REPOSITORY_LEASE=500ms         | MONGOHAUL_REPOSITORY_LEASE=500ms must be 1s or more.
            import orders  | MONGOHAUL_REPOSITORY_CHECKPOINT_INTERVAL=-1s | MONGOHAUL_REPOSITORY_CHECKPOINT_INTERVAL=-1s must be 0 or more.
            check orders   | MONGOHAUL_IMPORT_MAXRECORDSIZE=5x        | MONGOHAUL_IMPORT_MAXRECORDSIZE=5x is not a size.
            check orders   | MONGOHAUL_IMPORT_MAXRECORDSIZE=2GB       | MONGOHAUL_IMPORT_MAXRECORDSIZE=2GB must be from 1B to 1GB.
            infer in.csv   | MONGOHAUL_IMPORT_MAXUNPACKEDSIZE=0       | MONGOHAUL_IMPORT_MAXUNPACKEDSIZE=0 must be 1B or more.
            import orders  | SPRING_MONGODB_SSL_ENABLED=true          | SPRING_MONGODB_SSL_ENABLED=true has no effect. Write tls=true into the connection string
            report         | SPRING_MONGODB_SSL_BUNDLE=mongo          | SPRING_MONGODB_SSL_BUNDLE=mongo has no effect.
            serve --port=0 | MONGOHAUL_SLOTS_SETTLED=soon             | MONGOHAUL_SLOTS_SETTLED=soon is not a duration.
            serve --port=0 | MONGOHAUL_REQUESTS_LARGESTBODY=1B        | MONGOHAUL_REQUESTS_LARGESTBODY=1B must be from 1KB to 100MB.
            serve --port=0 | MONGOHAUL_USERS_FILE=                    | MONGOHAUL_USERS_FILE is set but empty. Give it the path of a users file, or unset it.
            """)
    void messageNamesTheVariableAndTheValue(String arguments, String variable, String message) {
        String[] pair = variable.split("=", 2);
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put(pair[0], pair[1]);

        assertThat(program.with(environment).run(arguments.split(" ", -1)))
                .satisfies(result -> assertThat(result.err()).contains(message).doesNotContain("Exception", "\tat "))
                .satisfies(result -> assertThat(result.exitCode()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"import orders", "infer data/orders.csv"})
    void propertiesOfTheFolderApplyToEveryCommand(String command) {
        file("application.properties", "# limits", "mongohaul.import.input-roots=/nowhere");

        Result result = program.start(command.split(" ", -1)).await();

        assertRefused(result, 2, "data/orders.csv", "/nowhere", "mongohaul.import.input-roots");
    }

    @Test
    void fileAndLineOfAWrongPropertyAreNamed() throws IOException {
        Files.createDirectory(folder.resolve("config"));
        file("config/application.properties", "", "mongohaul.import.ride-through=long");

        Result result = program.start("check", "orders").await();

        assertRefused(
                result, 2, "config/application.properties:2: mongohaul.import.ride-through=long is not a duration.");
        assertThat(result.err()).hasLineCount(1);
    }

    @Test
    void wrongSystemPropertyIsNamed() {
        System.setProperty("mongohaul.repository.lease", "5");
        try {
            assertRefused(program.run("report"), 2, "mongohaul.repository.lease=5 must be 1s or more.");
        } finally {
            System.clearProperty("mongohaul.repository.lease");
        }
    }

    @Test
    void variableWinsOverTheFile() {
        file("application.properties", "mongohaul.import.input-roots=/nowhere");
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_IMPORT_INPUTROOTS", folder.toString());

        assertThat(program.with(environment).start("check", "orders").await().exitCode())
                .isZero();
    }
}
