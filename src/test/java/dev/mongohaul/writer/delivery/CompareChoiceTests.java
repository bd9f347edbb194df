package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldPath;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CompareChoiceTests {

    private static final int RECORDS = 100;

    /** Returns for each chunk with a number of unchanged documents whether it is compared. */
    private static List<Boolean> chunks(CompareChoice choice, long... unchanged) {
        return LongStream.of(unchanged)
                .mapToObj(count -> {
                    boolean compares = choice.next();
                    choice.wrote(RECORDS, count);
                    return compares;
                })
                .toList();
    }

    @Test
    void chunkIsComparedIfHalfOfTheLastWasUnchanged() {
        assertThat(chunks(new CompareChoice(CompareMode.AUTO), 100, 50, 49, 98, 0, 0, 50, 50))
                .containsExactly(true, true, true, false, true, false, false, true);
    }

    @Test
    void otherModesAreIndependentOfTheDocuments() {
        assertThat(chunks(new CompareChoice(CompareMode.AUTO, List.of(FieldPath.parse("import"))), 0, 0, 0))
                .containsOnly(true);
        assertThat(chunks(new CompareChoice(CompareMode.ALWAYS), 0, 0, 0)).containsOnly(true);
        assertThat(chunks(new CompareChoice(CompareMode.NEVER), 100, 100)).containsOnly(false);
    }

    @Test
    void stoppedChoiceComparesNothing() {
        CompareChoice choice = new CompareChoice(CompareMode.ALWAYS);
        choice.stop();

        assertThat(chunks(choice, 100, 100)).containsOnly(false);
        assertThat(choice.isStopped()).isTrue();
    }
}
