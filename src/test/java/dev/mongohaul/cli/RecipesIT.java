package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recipes of {@code docs/recipes.md}. Their files are written, and their commands run, in an empty folder. */
class RecipesIT extends ProgramTest {

    private static final Path PAGE = Path.of("docs", "recipes.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\S+)(?: (\\S+))?\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?:.*[|&] )?mongohaul ([^|>]*?)(?: 2?>.*| \\|\\| .*)?");
    private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|\\S+");

    /** Section of the page. */
    private record Recipe(String title, String text) {

        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Recipe> recipes() throws IOException {
        return Stream.of(Files.readString(PAGE).split("(?m)^## ", -1))
                .skip(1)
                .map(text -> new Recipe(text.substring(0, text.indexOf('\n')), text));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recipes")
    void recipeWorks(Recipe recipe) throws IOException {
        String page = Files.readString(PAGE);
        writeFiles(page.substring(0, page.indexOf("\n## ")));
        writeFiles(recipe.text());

        for (List<String> command : commands(recipe.text())) {
            Program.Result result = command.contains("-")
                    ? program.runWith(folder.resolve("customers.csv"), command.toArray(String[]::new))
                    : program.run(command.toArray(String[]::new));
            assertThat(result.exitCode())
                    .as("%s%n%s%s", command, result.out(), result.err())
                    .isZero();
        }
    }

    @Test
    void mostRecipesHaveCommands() throws IOException {
        assertThat(recipes().filter(recipe -> !commands(recipe.text()).isEmpty()))
                .hasSizeGreaterThanOrEqualTo(24);
    }

    @Test
    void recipesAreShort() throws IOException {
        assertThat(recipes())
                .hasSizeGreaterThanOrEqualTo(25)
                .allSatisfy(recipe -> assertThat(recipe.text()
                                .lines()
                                .skip(1)
                                .filter(line -> !line.isBlank() && !line.startsWith("```")))
                        .as(recipe.title())
                        .hasSizeLessThanOrEqualTo(8));
    }

    private void writeFiles(String text) throws IOException {
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if (block.group(2) != null) {
                Path file = folder.resolve(block.group(2));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.group(3));
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
    }

    /** Returns the arguments of each command of the program; the rest of a line belongs to the shell. */
    private static List<List<String>> commands(String text) {
        List<List<String>> commands = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if (block.group(1).startsWith("sh") || block.group(1).equals("cron")) {
                block.group(3)
                        .lines()
                        .map(COMMAND::matcher)
                        .filter(Matcher::matches)
                        .forEach(line -> {
                            List<String> arguments = new ArrayList<>();
                            for (Matcher argument = ARGUMENT.matcher(line.group(1)); argument.find(); ) {
                                arguments.add(argument.group(1) == null ? argument.group() : argument.group(1));
                            }
                            commands.add(arguments);
                        });
            }
        }
        return commands;
    }
}
