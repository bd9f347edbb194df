package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.LimitResult.CandidateResult;
import dev.mongohaul.compare.limit.LimitResult.LimitFindings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitFindingsTests {

    private final List<CandidateResult> figures = new ArrayList<>(List.of(
            SampleFigures.of("limit", "limit, 1 connection, chunks of 1,000", null, 5, 5.2, 5.1),
            SampleFigures.of("limit", "limit, 2 connections, chunks of 5,000", null, 4, 4.1, 3.9),
            SampleFigures.of("import", "direct, grid 1", 7.0, 9, 9.1, 8.9),
            SampleFigures.of("import", "direct, grid 2", 5.0, 6, 6.2, 5.9)));

    @Test
    void bestSettingAndItsRatiosAreReported() {
        figures.add(SampleFigures.of("stock", "stock Spring Batch step", 20.0, 24, 25, 23));

        assertThat(new LimitFindings(figures).sentences())
                .containsExactly(
                        "The server's limit is 4.00 s, 250 documents/s, by 2 connections, chunks of 5,000.",
                        "Best here: direct, grid 2, 6.00 s as a whole process.",
                        "Its import step takes 1.25 times the limit, the whole process 1.50 times.",
                        "A stock Spring Batch step takes 4.00 times ours as a whole process (24.00 s), and 6.00 times the"
                                + " limit.",
                        "Noise: runs of one setting typically differed by 5 % of their median, at most by 8 %.");
    }

    @Test
    void differenceWithinTheNoiseIsIgnored() {
        figures.add(SampleFigures.of("import", "raw, grid 2", 5.5, 6.15, 6.1, 6.4));

        assertThat(new LimitFindings(figures).sentences())
                .contains("Best here: direct, grid 2, 6.00 s as a whole process. Equal within the noise: raw, grid 2.");
    }

    @Test
    void ratioWithinTheNoiseIsMarked() {
        figures.set(3, SampleFigures.of("import", "direct, grid 2", 4.05, 6, 5.9, 6.1));

        assertThat(new LimitFindings(figures).sentences())
                .contains("Its import step takes 1.01 times the limit (equal within the noise), the whole process 1.50"
                        + " times.");
    }

    @Test
    void clusteredCollectionIsRecommendedIfItIsFaster() {
        figures.add(SampleFigures.of("clustered", "direct, grid 2, clustered", 3.5, 4.5, 4.6, 4.4));

        assertThat(new LimitFindings(figures).sentences())
                .contains("Into a clustered collection (direct, grid 2, clustered) it takes 4.50 s, 0.75 times:"
                        + " target.clustered: true makes it faster.");
    }

    @Test
    void clusteredCollectionIsNotRecommendedWithinTheNoise() {
        figures.add(SampleFigures.of("clustered", "direct, grid 2, clustered", 4.9, 5.95, 5.8, 6.3));

        assertThat(new LimitFindings(figures).sentences())
                .contains("Into a clustered collection (direct, grid 2, clustered) it takes 5.95 s, 0.99 times"
                        + " (equal within the noise): target.clustered: true does not pay.");
    }

    @Test
    void comparingIsRecommendedIfItIsFaster() {
        figures.add(SampleFigures.of("comparing", "direct, grid 2, comparing first", 2.5, 4.5, 4.6, 4.4));
        figures.add(SampleFigures.of("auto", "direct, grid 2, compare: auto", 5.1, 6.3, 6.4, 6.25));

        assertThat(new LimitFindings(figures).sentences())
                .contains(
                        "With documents compared first (direct, grid 2, comparing first) it takes 4.50 s, 0.75 times:"
                                + " write.compare: always makes it faster.",
                        "With the default (direct, grid 2, compare: auto) it takes 6.30 s, 1.05 times: write.compare: auto"
                                + " does not pay.");
    }

    @Test
    void oneRunIsNoReasonForARecommendation() {
        figures.add(SampleFigures.of("comparing", "direct, grid 2, comparing first", 2.5, 4.5));

        assertThat(new LimitFindings(figures).sentences())
                .contains("With documents compared first (direct, grid 2, comparing first) it takes 4.50 s, 0.75 times:"
                        + " more --runs show whether write.compare: always pays.");
    }

    @Test
    void failedCandidateHasItsReason() {
        figures.add(SampleFigures.failed("stock", "stock Spring Batch step", "no quotes"));

        assertThat(new LimitFindings(figures).sentences())
                .contains("stock Spring Batch step could not be measured: no quotes.")
                .noneMatch(sentence -> sentence.startsWith("A stock"));
    }

    @Test
    void noiseOfOneRunIsUnknown() {
        List<CandidateResult> once = List.of(
                SampleFigures.of("limit", "limit, 1 connection, chunks of 1", null, 2),
                SampleFigures.of("import", "raw, grid 1", 3.0, 4));

        assertThat(new LimitFindings(once).sentences())
                .last()
                .isEqualTo("Each setting was measured once, so the noise is unknown.");
    }
}
