package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.ArrayList;
import java.util.List;
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

        assertThat(chunks).startsWith(true, false, true, false, true, false, true, true);
        assertThat(compared(chunks)).isEqualTo(245);
    }

    @Test
    void mostlyUnchangedDocumentsAreComparedBeforeTheOtherWayIsTried() {
        List<Boolean> chunks = chunks(new CompareChoice(CompareMode.AUTO), 250, 0.98, 10, 50);

        assertThat(chunks.subList(0, 32)).containsOnly(true);
        assertThat(chunks.subList(32, 35)).containsOnly(false);
        assertThat(compared(chunks)).isEqualTo(245);
    }

    @Test
    void oneSlowChunkDoesNotChangeTheWay() {
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        chunks(choice, 40, 0.98, 10, 50);

        List<Boolean> chunks = chunks(choice, 1, 0.98, 1000, 50);
        chunks.addAll(chunks(choice, 1, 0.98, 10, 50));

        assertThat(chunks).containsOnly(true);
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
        assertThat(compared(chunks(choice, 250, 0.4, 60, 50))).isBetween(10L, 30L);

        List<Boolean> later = chunks(choice, 500, 0.4, 10, 50);

        assertThat(later.subList(300, 500)).filteredOn(compared -> compared).hasSizeGreaterThan(190);
    }

    @Test
    void comparingBeginsWhenDocumentsAreUnchanged() {
        CompareChoice choice = new CompareChoice(CompareMode.AUTO);
        chunks(choice, 100, 0, 20, 50);

        assertThat(compared(chunks(choice, 100, 1, 10, 50))).isGreaterThan(94);
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
