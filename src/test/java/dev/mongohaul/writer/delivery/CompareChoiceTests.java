package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompareChoiceTests {

    private static final int RECORDS = 2000;

    /** Returns for each chunk whether it was compared. */
    private static List<Boolean> chunks(
            CompareChoice choice, int count, double unchangedShare, long compareNanos, long writeNanos) {
        List<Boolean> compared = new ArrayList<>();
        for (int chunk = 0; chunk < count; chunk++) {
            boolean compares = choice.next();
            compared.add(compares);
            choice.wrote(compares, RECORDS, Math.round(RECORDS * unchangedShare), compares ? compareNanos : writeNanos);
        }
        return compared;
    }

    private static long compared(List<Boolean> chunks) {
        return chunks.stream().filter(compared -> compared).count();
    }

    @Test
    void bothWaysAreTriedAndTheFasterOneGoesOn() {
        List<Boolean> chunks = chunks(new CompareChoice(CompareMode.AUTO), 250, 0.4, 10, 50);

        assertThat(chunks.subList(0, 8)).containsOnly(true);
        assertThat(chunks.subList(8, 16)).containsOnly(false);
        assertThat(chunks.subList(16, 48)).containsOnly(true);
        assertThat(compared(chunks)).isGreaterThan(220);
    }

    @Test
    void mostlyUnchangedDocumentsAreComparedBeforeTheOtherWayIsTried() {
        List<Boolean> chunks = chunks(new CompareChoice(CompareMode.AUTO), 250, 0.98, 10, 50);

        assertThat(chunks.subList(0, 80)).containsOnly(true);
        assertThat(chunks.subList(80, 88)).containsOnly(false);
        assertThat(compared(chunks)).isGreaterThan(230);
    }

    @Test
    void documentsAreComparedIfSendingIsHardlyFaster() {
        List<Boolean> chunks = chunks(new CompareChoice(CompareMode.AUTO), 250, 0.98, 60, 50);

        assertThat(compared(chunks)).isGreaterThan(200);
    }

    @Test
    void oneSlowChunkDoesNotChangeTheWay() {
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        chunks(choice, 100, 0.98, 10, 50);

        List<Boolean> chunks = chunks(choice, 1, 0.98, 1000, 50);
        chunks.addAll(chunks(choice, 1, 0.98, 10, 50));

        assertThat(chunks).containsOnly(true);
    }

    @Test
    void theFasterWayGoesOnIfTheTimesOfChunksVaryMuch() {
        long seed = 48;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        int compared = 0;
        for (int chunk = 0; chunk < 2000; chunk++) {
            boolean compares = choice.next();
            compared += compares ? 1 : 0;
            double nanos = (compares ? 26e6 : 46e6) * Math.exp(0.5 * random.nextGaussian());
            choice.wrote(compares, RECORDS, RECORDS, (long) nanos);
        }

        assertThat(compared).isGreaterThan(1800);
    }

    @Test
    void chunksWithoutUnchangedDocumentsAreComparedOnce() {
        List<Boolean> chunks = chunks(new CompareChoice(CompareMode.AUTO), 250, 0, 60, 50);

        assertThat(chunks.get(0)).isTrue();
        assertThat(compared(chunks)).isEqualTo(1);
    }

    @Test
    void comparingIsTriedAgainIfItOnceTookMoreTime() {
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        assertThat(compared(chunks(choice, 250, 0.4, 75, 50))).isBetween(10L, 40L);

        List<Boolean> later = chunks(choice, 500, 0.4, 10, 50);

        assertThat(later.subList(300, 500)).filteredOn(compared -> compared).hasSizeGreaterThan(190);
    }

    @Test
    void comparingBeginsWhenDocumentsAreUnchanged() {
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        chunks(choice, 100, 0, 20, 50);

        assertThat(compared(chunks(choice, 100, 1, 10, 50))).isGreaterThan(90);
    }

    @Test
    void otherModesDoNotMeasure() {
        assertThat(compared(
                        chunks(new CompareChoice(CompareMode.AUTO, List.of(FieldPath.parse("import"))), 50, 0, 60, 50)))
                .isEqualTo(50);
        assertThat(compared(chunks(new CompareChoice(CompareMode.ALWAYS), 50, 0, 60, 50)))
                .isEqualTo(50);
        assertThat(compared(chunks(new CompareChoice(CompareMode.NEVER), 50, 1, 10, 50)))
                .isZero();
    }
}
