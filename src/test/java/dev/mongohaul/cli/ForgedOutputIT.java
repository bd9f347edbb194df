package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names and cells that try to forge lines, control the terminal or reverse the reading direction. */
class ForgedOutputIT extends ProgramTest {

    private static final String EVIL = "\r\u001b[2J\u009b1m\u202Efdp\u2066\u007f";
    private static final String FORGED_LINE = "\nforged: completed (run 7)";

    /** Commands that have to name the file or the column. */
    private static final Set<String> QUOTING =
            Set.of("check", "report", "JSON", "column", "file", "argument", "reasons");

    private static final String JOB = """
            source: {files: "in*"}
            target: {collection: forged, id: [n]}
            fields: {n: int32}
            rejects: {limit: unlimited}
            """;

    @Test
    void controlCharactersAreNotPrintedRaw() throws IOException {
        Path input = folder.resolve("in" + EVIL + FORGED_LINE + ".csv");
        Files.writeString(folder.resolve("jobs/forged.yml"), JOB);
        Files.writeString(
                input,
                "n,\"name" + EVIL + FORGED_LINE + "\"\n1,\"a" + EVIL + FORGED_LINE + "\"\n\"2" + EVIL + FORGED_LINE
                        + "\",b\n");

        assertNothingForged("check", program.run("check", "forged"));
        assertNothingForged("import", program.run("import", "forged"));
        assertNothingForged("report", program.run("report", "1"));
        assertNothingForged("JSON", program.run("report", "1", "--format=json"));
        assertNothingForged("column", program.run("import", "forged", "unlisted=refuse"));
        assertNothingForged("infer", program.run("infer", input.toString()));
        assertNothingForged("file", program.run("import", "forged", "files=missing" + EVIL + FORGED_LINE));
        assertNothingForged("argument", program.run("import", "forged", "a" + EVIL + FORGED_LINE + "=b"));
        try (Stream<Path> files = Files.list(folder.resolve("rejects"))) {
            for (Path reasons :
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList()) {
                assertNothingForged("reasons", new Result(0, Files.readString(reasons), ""));
            }
        }
    }

    @Test
    void debugLogHasNoRawControlCharacters() throws IOException {
        Files.writeString(folder.resolve("jobs/forged.yml"), JOB);
        Files.writeString(folder.resolve("in" + EVIL + ".csv"), "n\n1\n2" + EVIL + "\n");

        Result result = program.with(
                        Map.of("MONGODB_URI", Program.uri(database().getName()), "MONGOHAUL_DEBUG", "1"))
                .run("import", "forged", "rejects.limit=0");

        assertNothingForged("debug", result);
        assertThat(result.exitCode()).isEqualTo(12);
    }

    private static void assertNothingForged(String command, Result result) {
        String all = result.out() + result.err();
        assertThat(all.chars().filter(character -> character != '\n' && character != '\t'))
                .as("%s: %s", command, all)
                .noneMatch(character -> Character.isISOControl(character)
                        || (character >= 0x2028 && character <= 0x202E)
                        || (character >= 0x2066 && character <= 0x2069));
        assertThat(all).as(command).doesNotContain(FORGED_LINE);
        if (QUOTING.contains(command)) {
            assertThat(all).as(command).containsIgnoringCase("\\u001b[2J").containsIgnoringCase("\\u202e");
        }
    }
}
