package dev.mongohaul.report;

import static dev.mongohaul.report.PastSamples.completed;
import static dev.mongohaul.report.PastSamples.ofRejects;
import static dev.mongohaul.report.PastSamples.unfinished;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.repository.run.PastImport;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MediansTests {

    private static final List<PastImport> THREE =
            List.of(completed(3, 10, 1000, 0), completed(2, 40, 800, 8), completed(1, 20, 100, 1));

    @Test
    void medianOfThreeIsTheMiddleOne() {
        assertThat(Medians.of(THREE)).contains(new Medians(3, 20, 800, 1, 20));
    }

    @Test
    void medianOfFourIsBetweenTheTwoInTheMiddle() {
        List<PastImport> four = List.of(THREE.get(0), THREE.get(1), THREE.get(2), completed(4, 30, 600, 3));

        assertThat(Medians.of(four)).contains(new Medians(4, 25, 700, 2, 20));
    }

    @Test
    void importsThatAreNotCompletedDoNotCount() {
        List<PastImport> four = List.of(THREE.get(0), THREE.get(1), THREE.get(2), unfinished(4, 3600));

        assertThat(Medians.of(four)).contains(new Medians(3, 20, 800, 1, 20));
    }

    @Test
    void correctedRejectsDoNotCount() {
        List<PastImport> four = List.of(THREE.get(0), THREE.get(1), THREE.get(2), ofRejects(4, 1, 3));

        assertThat(Medians.of(four)).contains(new Medians(3, 20, 800, 1, 20));
        assertThat(ImportSummary.of(four.get(3), Medians.of(THREE)).change()).isNull();
    }

    @Test
    void nothingIsUsualOfTwo() {
        assertThat(Medians.of(List.of(THREE.get(0), THREE.get(1), unfinished(4, 1))))
                .isEmpty();
    }

    @Test
    void changeIsAPercentageOfTheMedian() {
        Change change =
                ImportSummary.of(completed(5, 30, 400, 1), Medians.of(THREE)).change();

        assertThat(change)
                .isEqualTo(new Change(
                        3,
                        new ChangedFigure(20, 50.0),
                        new ChangedFigure(800, -50.0),
                        new ChangedFigure(1, 0.0),
                        new ChangedFigure(20, -35.0)));
    }

    @Test
    void changeAgainstNothingHasNoPercentage() {
        List<PastImport> clean = List.of(completed(1, 1, 9, 0), completed(2, 1, 9, 0), completed(3, 1, 9, 0));

        Change change =
                ImportSummary.of(completed(4, 1, 9, 2), Medians.of(clean)).change();

        assertThat(change).extracting(Change::rejects).isEqualTo(new ChangedFigure(0, null));
    }

    @Test
    void changeIsUnknownWhereNothingIsUsual() {
        assertThat(ImportSummary.of(THREE.get(0), Optional.empty()).change()).isNull();
    }
}
