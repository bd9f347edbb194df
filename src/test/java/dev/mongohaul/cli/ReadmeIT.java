package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.WriterType;
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

    /** The figures of the front page are those of the pages that describe how they were measured. */
    @Test
    void figuresAreThoseOfTheirPages() throws IOException {
        List<String[]> writers =
                rows("README.md", "\\| `(save|save-all|bulk|raw|direct|reactive|reactive-buffered)`.*");
        List<String[]> documented = rows("docs/writers.md", "\\| `[a-z-]+`.* [0-9,]+ \\|");

        assertThat(writers).hasSize(WriterType.ALL.size()).allSatisfy(row -> {
            String[] same = documented.stream()
                    .filter(other -> other[0].equals(row[0]))
                    .findFirst()
                    .orElseThrow();
            assertThat(same[2]).startsWith(row[2]);
            assertThat(same[6]).isEqualTo(row[3]);
            assertThat(Files.readString(Path.of("docs/experiments.md"))).contains(row[4].replaceFirst(".* in ", "| "));
        });
        assertThat(rows("README.md", "\\| time .*"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(Files.readString(Path.of("docs/speed.md")))
                        .contains("| " + row[1].replaceFirst(" (of|times) mongoimport's.*", "") + " |"));
    }

    private static List<String[]> rows(String page, String pattern) throws IOException {
        return Files.readAllLines(Path.of(page)).stream()
                .filter(line -> line.matches(pattern))
                .map(line -> line.replaceFirst("^\\| ", "")
                        .replace("` (default)", "`")
                        .split(" *\\| *", -1))
                .toList();
    }

    @Test
    void readmeIsShort() throws IOException {
        assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(170);
    }
}
