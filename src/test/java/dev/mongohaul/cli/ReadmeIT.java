package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands of the README, in their order, in a folder that has the samples of a checkout. */
class ReadmeIT extends ProgramTest {

    @Test
    void commandsDoWhatTheReadmeSays() throws IOException {
        String text = Files.readString(Path.of("README.md"));
        DocumentedCommands page = new DocumentedCommands(text);
        page.writeFiles(folder);

        StringBuilder printed = new StringBuilder();
        for (List<String> command : page.commands()) {
            Program.Result result = program.run(command.toArray(String[]::new));
            assertThat(result.exitCode()).as("%s%n%s", command, result.err()).isZero();
            printed.append(result.out());
        }
        printed.append(program.run("show", "customers").out());

        assertThat(page.commands()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(collection("products_bulk").countDocuments()).isEqualTo(1000);
        assertThat(text.lines()
                        .filter(line -> line.matches(
                                "customers: customers.csv.*| (number|name|city|since|balance|_id|100\\d) .*")))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(line -> assertThat(printed.toString().lines().map(String::stripTrailing))
                        .contains(line));
    }

    @Test
    void readmeIsShort() throws IOException {
        assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(170);
    }
}
