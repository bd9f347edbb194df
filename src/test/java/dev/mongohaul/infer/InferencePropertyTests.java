package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of any input: its job file is valid, and an import rejects what the comments mention. */
class InferencePropertyTests {

    /** Of a table without a header whose first line begins and ends with a JSON document. */
    private static final String LIKE_JSON = "in.csv is JSON.";

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return TestSize.seeds("inference", 3_000, LongStream.range(0, 40).toArray());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void importRejectsOnlyWhatTheJobFileMentions(long seed) throws IOException {
        Files.write(folder.resolve("in.csv"), new RandomTable(seed).bytes());

        Inferred inferred;
        try {
            inferred = Inferred.of(folder, "in.csv");
        } catch (InputException e) {
            assertThat(e).as("seed %d", seed).message().containsAnyOf("no record has the", LIKE_JSON);
            return;
        }

        assertThat(inferred.rejects()).as("seed %d:%n%s", seed, inferred.text()).hasSize(inferred.mentionedRejects());
        assertThat(inferred.documents())
                .as("seed %d:%n%s", seed, inferred.text())
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jobFileIsInferredFromPlaces(long seed) throws IOException {
        Files.write(folder.resolve("in.csv"), new RandomTable(seed).bytes());

        Inferred inferred;
        try {
            inferred = Inferred.of(folder, new SampleSize(1000, 8), "in.csv");
        } catch (InputException e) {
            assertThat(e).as("seed %d", seed).message().containsAnyOf("no record has the", LIKE_JSON);
            return;
        }

        assertThat(inferred.job().header().size())
                .as("seed %d:%n%s", seed, inferred.text())
                .isPositive();
    }
}
