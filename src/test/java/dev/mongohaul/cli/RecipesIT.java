package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.FileSystemUtils;

/** Recipes of {@code docs/recipes.md}. Their files are written, and their commands run, in an empty folder. */
class RecipesIT extends ProgramTest {

    private static final String URI_FILE = "--mongodb-uri-file=/etc/mongohaul/uri";
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

    /** Nothing is there but the files of the recipe and those at the top of the page. */
    @BeforeEach
    void writeFiles() throws IOException {
        for (String samples : List.of("jobs", "data")) {
            FileSystemUtils.deleteRecursively(folder.resolve(samples));
        }
        String page = Files.readString(PAGE);
        new DocumentedCommands(page.substring(0, page.indexOf("\n## "))).writeFiles(folder);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recipes")
    void recipeWorks(Recipe recipe) throws IOException {
        new DocumentedCommands(recipe.text()).writeFiles(folder);

        List<List<String>> commands = new DocumentedCommands(recipe.text()).commands();
        for (List<String> command : commands) {
            Program.Result result = run(command);
            assertThat(result.exitCode())
                    .as("%s%n%s%s", command, result.out(), result.err())
                    .isZero();
        }

        if (commands.stream().anyMatch(command -> command.contains("import"))) {
            boolean takenBack = commands.stream().anyMatch(command -> command.contains("undo"));
            assertThat(documents() > 0).as("there are documents").isNotEqualTo(takenBack);
        }
    }

    /** Runs a command. One that reads the connection string from a file has no other one, as with cron. */
    private Program.Result run(List<String> command) throws IOException {
        if (command.contains("-")) {
            return program.runWith(folder.resolve("customers.csv"), command.toArray(String[]::new));
        }
        Path uri = folder.resolve("uri");
        if (!command.contains(URI_FILE)) {
            return program.run(command.toArray(String[]::new));
        }
        Files.writeString(uri, program.environment().get("MONGODB_URI"));
        Files.setPosixFilePermissions(uri, PosixFilePermissions.fromString("rw-------"));
        return program.with(Map.of("MONGOHAUL_EMBEDDED", "never"))
                .run(command.stream()
                        .map(word -> word.equals(URI_FILE) ? "--mongodb-uri-file=" + uri : word)
                        .toArray(String[]::new));
    }

    @Test
    void onlyNewRowsAreImported() throws IOException {
        List<String> command = recipes()
                .filter(recipe -> recipe.title().contains("only new rows"))
                .flatMap(recipe -> new DocumentedCommands(recipe.text()).commands().stream())
                .findFirst()
                .orElseThrow();
        assertThat(run(command).exitCode()).isZero();
        Files.writeString(
                folder.resolve("customers.csv"),
                "number,name,city,since\n1,Ada,Paris,2020-02-01\n" + "2,Bo,Ulm,2021-03-15\n3,Cy,Rom,2022-01-01\n");

        Program.Result result = run(command);

        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out()).containsPattern("written +1\n").containsPattern("already there +2\n");
        assertThat(collection("customers").distinct("city", String.class)).containsExactly("London", "Rom", "Ulm");
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
