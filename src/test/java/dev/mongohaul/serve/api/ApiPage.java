package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recipes of {@code docs/api.md}, as a user would run them.
 *
 * @param folder in which commands run
 * @param address of the server
 */
record ApiPage(Path folder, String address, String token) {

    private static final Path PAGE = Path.of("docs", "api.md");
    private static final String ADDRESS = "http://localhost:8080";
    private static final Pattern API_PATH = Pattern.compile("/api/v1/[a-z][\\w./-]*");

    /** Skips the calling test without the programs of the recipes. */
    static void requirePrograms() {
        for (String program : List.of("bash", "curl", "jq", "python3")) {
            Programs.require(program, "apt-get install bash curl jq python3");
        }
    }

    static String text() throws IOException {
        return Files.readString(PAGE);
    }

    /** Returns the paths that the examples name. */
    static List<String> paths() throws IOException {
        return API_PATH.matcher(text())
                .results()
                .map(MatchResult::group)
                // The number or id that follows is a variable.
                .map(path -> path.endsWith("/") ? path + "1" : path)
                .toList();
    }

    /** Returns the block of code that begins with this line, for the server of the test. */
    String block(String opening) throws IOException {
        Matcher block = Pattern.compile("(?m)^```" + Pattern.quote(opening) + "\\n((?s:.*?))```")
                .matcher(text());
        assertThat(block.find()).as(opening).isTrue();
        return block.group(1).replace(ADDRESS, address);
    }

    /** Runs a script as a user with a file of the token, and with programs in {@code bin}; returns its output. */
    String shell(String script, String... arguments) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("script.sh"), script);
        Files.writeString(folder.resolve("token.header"), "Authorization: Bearer " + token + "\n");
        List<String> command = new ArrayList<>(List.of("bash", "-e", "-o", "pipefail", file.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command).directory(folder.toFile());
        return run(process);
    }

    private String run(ProcessBuilder process) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process begun =
                process.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(begun.waitFor(1, TimeUnit.MINUTES)).isTrue();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(begun.exitValue())
                .as("%s%n%s", text, Files.readString(err, StandardCharsets.UTF_8))
                .isZero();
        return text;
    }

    /** Checks the syntax of a program in Python. */
    void checkPython(String program) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("program.py"), program);
        run(new ProcessBuilder(
                "python3", "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", file.toString()));
    }
}
