package dev.mongohaul.repository.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.repository.plan.ColumnShares;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.UsualFigures;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnFiguresTests {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, 1L << 40, Long.MAX_VALUE})
    void numbersOfAnySizeAreKept(long number) {
        long[] numbers = {0, number, 5};

        assertThat(ColumnFigures.of(numbers, numbers, numbers).columns())
                .containsExactly(
                        new ColumnFigure(0, 0, 0), new ColumnFigure(number, number, number), new ColumnFigure(5, 5, 5));
    }

    @Test
    void anyOrderAndGroupingOfRecordsGivesTheSameFigures() {
        Random random = new Random(7);
        List<ColumnFigures> chunks = Stream.generate(
                        () -> ColumnFigures.of(numbers(random, 4), numbers(random, 4), numbers(random, 4)))
                .limit(50)
                .collect(Collectors.toList());
        ColumnFigures expected = chunks.stream().reduce(ColumnFigures.NONE, ColumnFigures::plus);

        for (int round = 0; round < 20; round++) {
            Collections.shuffle(chunks, random);
            int cut = random.nextInt(chunks.size());
            ColumnFigures one = chunks.stream().limit(cut).reduce(ColumnFigures.NONE, ColumnFigures::plus);
            ColumnFigures other = chunks.stream().skip(cut).reduce(ColumnFigures.NONE, ColumnFigures::plus);

            assertThat(one.plus(other)).isEqualTo(expected);
        }
    }

    private static long[] numbers(Random random, int count) {
        return LongStream.range(0, count).map(each -> random.nextInt(1000)).toArray();
    }

    @Test
    void countsAreAddedAndTheLongestCellStays() {
        ColumnFigures some = ColumnFigures.of(new long[] {1}, new long[] {2}, new long[] {30});
        ColumnFigures more = ColumnFigures.of(new long[] {10}, new long[] {20}, new long[] {3});

        assertThat(some.plus(more).columns()).containsExactly(new ColumnFigure(11, 22, 30));
    }

    @Test
    void figuresOfOtherColumnsCannotBeAdded() {
        ColumnFigures one = ColumnFigures.of(new long[1], new long[1], new long[1]);
        ColumnFigures two = ColumnFigures.of(new long[2], new long[2], new long[2]);

        assertThatIllegalArgumentException().isThrownBy(() -> one.plus(two)).withMessage("1 and 2 columns");
    }

    @Test
    void mediansAreThoseOfTheMiddle() {
        List<ImportFigures> imports = IntStream.of(1, 9, 3, 5)
                .mapToObj(number -> figures(100, number))
                .toList();

        UsualFigures usual = UsualFigures.of(imports).orElseThrow();

        assertThat(usual.columns()).containsExactly(Map.entry("a", new ColumnShares(4, 0, 4)));
        assertThat(usual.read()).isEqualTo(100);
        assertThat(UsualFigures.of(imports.subList(0, 2))).isEmpty();
    }

    private static ImportFigures figures(long read, long number) {
        return new ImportFigures(
                "key",
                "job",
                "a.b",
                Instant.EPOCH,
                read,
                List.of("a"),
                0,
                ColumnFigures.of(new long[] {number}, new long[] {0}, new long[] {number}));
    }
}
