package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mongohaul.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class DamagedJobFilesTests {

    private static final Path FILE = Path.of("/srv/jobs/damaged.yml");
    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
    private static final List<String> NOISE = List.of(
            "", "", " ", "\n", ":", "-", "[", "]", "{", "}", "\"", "'", "#", "&a ", "*a", "!!x ", "%", "\t", "\0", "$",
            "9", "\uD83D", "é", "~", "null", ".", "|", ">", "? ", "---\n", "<<: ", "\\");

    static LongStream seeds() {
        return TestSize.seeds("damaged", 100, 1, 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damagedFileIsReadOrRefusedWithAMessage(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> files = Cases.of("accepted.yaml", "name")
                .map(arguments -> ((JsonNode) arguments.get()[1]).get("file").stringValue())
                .toList();
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            String damaged = damaged(files.get(random.nextInt(files.size())), random);
            Throwable thrown = catchThrowable(() -> READER.read(FILE, damaged, List.of()));
            if (thrown != null) {
                refused++;
                assertThat(thrown).as("seed %d, try %d:%n%s", seed, i, damaged).isInstanceOf(JobFileException.class);
                assertThat(thrown.getMessage())
                        .as("seed %d, try %d:%n%s", seed, i, damaged)
                        .startsWith(FILE + ":");
                // A key that is not known is quoted, also one with such a word.
                assertThat(Stream.of("Exception", "java.", "snakeyaml", "jackson")
                                .filter(word -> !damaged.contains(word)))
                        .as("seed %d, try %d:%n%s", seed, i, damaged)
                        .noneMatch(thrown.getMessage()::contains);
            }
        }
        assertThat(refused).as("seed %d", seed).isBetween(100, 500);
    }

    @Test
    void endlessNamesAreRefusedInAShortMessage() {
        String name = "a.".repeat(300_000) + "a";
        String text = "source: { files: a.csv }\ntarget: { collection: c }\n";

        for (String line : List.of("entity: " + name, "fields: { a: " + name + " }", "? " + name + "\n: 1")) {
            assertThat(catchThrowable(() -> READER.read(FILE, text + line, List.of())))
                    .isInstanceOf(JobFileException.class)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .hasSizeLessThan(1_000);
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int start = random.nextInt(damaged.length());
            int end = Math.min(damaged.length(), start + random.nextInt(3));
            damaged.replace(start, end, NOISE.get(random.nextInt(NOISE.size())));
        }
        return damaged.toString();
    }
}
