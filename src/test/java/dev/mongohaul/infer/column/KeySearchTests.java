package dev.mongohaul.infer.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySearchTests {

    private final List<KeyColumn> columns = IntStream.range(0, 3)
            .mapToObj(index -> new KeyColumn(
                    index, "c" + index, FieldSpec.of(FieldType.INT32).withNulls(Set.of("", "NA"))))
            .toList();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void setOfLongsIsASet(long seed) {
        Random random = new Random(seed);
        LongSet longs = new LongSet();
        Set<Long> model = new HashSet<>();

        for (int step = 0; step < 20_000; step++) {
            long value = random.nextInt(10) == 0 ? random.nextInt(20) : random.nextLong() >> random.nextInt(60);
            assertThat(longs.add(value)).as("seed %d, step %d", seed, step).isEqualTo(model.add(value));
        }

        assertThat(longs.size()).as("seed %d", seed).isEqualTo(model.size());
    }

    @Test
    void repetitionOrBlankEndsATrial() {
        List<KeyTrial> trials = singles(false);
        KeySearch search = new KeySearch(columns, trials, false, 100);

        show(search, "1", "1", "1");
        show(search, "2", "1", "NA");

        assertThat(trials).extracting(KeyTrial::isUnique).containsExactly(true, false, false);
    }

    @Test
    void countingTrialContinues() {
        List<KeyTrial> trials = singles(true);
        KeySearch search = new KeySearch(columns, trials, false, 100);

        for (String value : List.of("1", "2", "1", "1")) {
            show(search, value, value, "5");
        }

        assertThat(trials).extracting(KeyTrial::repeated).containsExactly(2L, 2L, 3L);
        assertThat(trials).extracting(KeyTrial::distinct).containsExactly(2, 2, 1);
    }

    @Test
    void valuesOfAPairAreOrdered() {
        KeyTrial pair = new KeyTrial(columns.subList(0, 2), false);
        KeySearch search = new KeySearch(columns, List.of(pair), false, 100);

        show(search, "1", "2", "");
        show(search, "2", "1", "");
        assertThat(pair.isUnique()).isTrue();

        show(search, "2", "1", "");
        assertThat(pair.isUnique()).isFalse();
    }

    @Test
    void leastLikelyTrialsAreDroppedFirst() {
        List<KeyTrial> trials = singles(false);
        KeySearch search = new KeySearch(columns, trials, false, 20);

        for (int record = 0; record < 15; record++) {
            String value = String.valueOf(record);
            show(search, value, value, value);
        }

        assertThat(trials).extracting(KeyTrial::isOver).containsExactly(false, true, true);
        assertThat(search.isFull()).isFalse();
    }

    @Test
    void searchEndsWhenTheLastTrialHasTooManyValues() {
        List<KeyTrial> trials = singles(false).subList(0, 1);
        KeySearch search = new KeySearch(columns, trials, false, 5);

        for (int record = 0; record < 10; record++) {
            show(search, String.valueOf(record), "", "");
        }

        assertThat(search.isFull()).isTrue();
        assertThat(search.records()).isEqualTo(6);
        assertThat(trials.get(0).isUnique()).isTrue();
    }

    @Test
    void headerIsNotARecord() {
        List<KeyTrial> trials = singles(false);
        KeySearch search = new KeySearch(columns, trials, true, 100);

        search.visit(CsvItems.record("1", "1", "1"), true);
        search.visit(CsvItems.record("1", "1", "1"), false);

        assertThat(search.records()).isEqualTo(1);
        assertThat(trials).allMatch(KeyTrial::isUnique);
    }

    private List<KeyTrial> singles(boolean counts) {
        return columns.stream()
                .map(column -> new KeyTrial(List.of(column), counts))
                .toList();
    }

    private static void show(KeySearch search, String... cells) {
        search.visit(CsvItems.record(cells), false);
    }
}
