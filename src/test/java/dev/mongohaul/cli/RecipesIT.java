package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recipes of {@code docs/recipes.md}. Their files are written, and their commands run, in an empty folder. */
class RecipesIT extends ProgramTest {

    private static final Path PAGE = Path.of("docs", "recipes.md");

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
        new DocumentedCommands(page.substring(0, page.indexOf("\n## "))).writeFiles(folder);
        new DocumentedCommands(recipe.text()).writeFiles(folder);

        List<List<String>> commands = new DocumentedCommands(recipe.text()).commands();
        for (List<String> command : commands) {
            Program.Result result = command.contains("-")
                    ? program.runWith(folder.resolve("customers.csv"), command.toArray(String[]::new))
                    : program.run(command.toArray(String[]::new));
            assertThat(result.exitCode())
                    .as("%s%n%s%s", command, result.out(), result.err())
                    .isZero();
        }

        if (commands.stream().anyMatch(command -> command.contains("import"))) {
            boolean takenBack = commands.stream().anyMatch(command -> command.contains("undo"));
            assertThat(documents() > 0).as("there are documents").isNotEqualTo(takenBack);
        }
    }

    private long documents() {
        return database().listCollectionNames().into(new ArrayList<>()).stream()
                .filter(name -> !name.startsWith("mongohaul_") && !name.startsWith("BATCH_"))
                .mapToLong(name -> collection(name).countDocuments())
                .sum();
    }

    @Test
    void mostRecipesHaveCommands() throws IOException {
        assertThat(recipes()
                        .filter(recipe -> !new DocumentedCommands(recipe.text())
                                .commands()
                                .isEmpty()))
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
}
