package dev.mongohaul.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of files with invented sizes. A plan does not open files. */
class RangePlanTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 10})
    void oneFileIsCutIntoEqualRanges(int gridSize) throws IOException {
        Inputs inputs = inputs("1.csv", 10_000);

        List<ReadRange> ranges = plan(inputs, all(inputs), every(10, 10_000), gridSize, 1);

        assertThat(ranges)
                .hasSize(gridSize)
                .allSatisfy(range -> assertThat(range.to() - range.from())
                        .isBetween(10_000L / gridSize - 10, 10_000L / gridSize + 10));
        assertTiled(ranges, all(inputs));
    }

    @Test
    void rangesBeginOnTheLinesOfTheirCuts() throws IOException {
        Inputs inputs = inputs("1.csv", 100);
        ReadRange left = new ReadRange(20, 100, 7);

        assertThat(plan(inputs, List.of(left), List.of(new InputCut(10, 5), new InputCut(60, 9)), 2, 1))
                .containsExactly(new ReadRange(20, 60, 7), new ReadRange(60, 100, 9));
    }

    @Test
    void inputWithoutCutsIsOneRange() throws IOException {
        Inputs inputs = inputs("1.csv", 100);

        assertThat(plan(inputs, all(inputs), List.of(), 8, 1)).isEqualTo(all(inputs));
    }

    @Test
    void restIsSharedAgainAfterADistantCut() throws IOException {
        Inputs inputs = inputs("1.csv", 1000);
        List<InputCut> cuts = List.of(new InputCut(700, 1), new InputCut(800, 1), new InputCut(900, 1));

        assertThat(plan(inputs, all(inputs), cuts, 4, 1))
                .extracting(ReadRange::to)
                .containsExactly(700L, 800L, 900L, 1000L);
    }

    @Test
    void manySmallFilesShareARange() throws IOException {
        for (int file = 10; file < 40; file++) {
            Files.write(folder.resolve(file + ".csv"), new byte[100]);
        }
        Inputs inputs = InputSources.in(folder).find(List.of("*.csv"));

        List<ReadRange> ranges = plan(inputs, all(inputs), every(100, 3000), 3, 1);

        assertThat(ranges)
                .containsExactly(
                        new ReadRange(0, 1000, 1), new ReadRange(1000, 2000, 11), new ReadRange(2000, 3000, 21));
    }

    @Test
    void archiveCountsByItsSizeAndNotByItsOffsets() throws IOException {
        Files.write(folder.resolve("1.csv"), new byte[1000]);
        Files.write(folder.resolve("2.csv.gz"), new byte[200]);
        Files.write(folder.resolve("3.csv"), new byte[1000]);
        Inputs inputs = InputSources.in(folder).find(List.of("*"));
        long behind = inputs.list().get(2).baseOffset();
        List<InputCut> cuts = List.of(
                new InputCut(500, 5), new InputCut(1000, 1), new InputCut(behind, 1), new InputCut(behind + 500, 5));

        assertThat(plan(inputs, all(inputs), cuts, 3, 1))
                .extracting(ReadRange::to)
                .containsExactly(1000L, behind, behind + 1000);
    }

    @Test
    void archiveThatIsAlmostReadCountsLess() throws IOException {
        Files.write(folder.resolve("1.csv.gz"), new byte[200]);
        Files.write(folder.resolve("2.csv"), new byte[1000]);
        Inputs inputs = InputSources.in(folder).find(List.of("*"));
        long plain = inputs.list().get(1).baseOffset();
        List<ReadRange> left = List.of(new ReadRange(5000, plain + 1000, 9));
        List<InputCut> cuts =
                List.of(new InputCut(plain, 1), new InputCut(plain + 400, 5), new InputCut(plain + 900, 10));

        assertThat(plan(inputs, left, cuts, 2, 1)).extracting(ReadRange::to).containsExactly(plain + 400, plain + 1000);
    }

    @Test
    void eachRangeThatIsLeftGetsItsShare() throws IOException {
        Inputs inputs = inputs("1.csv", 10_000);
        List<ReadRange> left =
                List.of(new ReadRange(0, 100, 1), new ReadRange(1000, 4000, 1), new ReadRange(4000, 10_000, 1));

        List<ReadRange> ranges = plan(inputs, left, every(10, 10_000), 6, 1);

        assertThat(ranges).extracting(ReadRange::to).containsExactly(100L, 2500L, 4000L, 5500L, 7000L, 8500L, 10_000L);
    }

    @Test
    void smallestRangeIsKept() throws IOException {
        Inputs inputs = inputs("1.csv", 1000);
        List<ReadRange> left = List.of(new ReadRange(0, 50, 1), new ReadRange(100, 1000, 1));

        List<ReadRange> ranges = plan(inputs, left, every(10, 1000), 50, 200);

        assertThat(ranges).extracting(range -> range.to() - range.from()).containsExactly(50L, 200L, 200L, 200L, 300L);
    }

    @Test
    void completedInputHasNoRanges() throws IOException {
        Inputs inputs = inputs("1.csv", 1000);

        assertThat(plan(inputs, List.of(), every(10, 1000), 4, 1)).isEmpty();
    }

    @Test
    void rangeWithoutBytesIsUnchanged() throws IOException {
        Inputs inputs = inputs("1.csv", 0);

        assertThat(plan(inputs, all(inputs), List.of(), 4, 1)).isEqualTo(all(inputs));
    }

    @Test
    void gridOfZeroIsRefused() throws IOException {
        Inputs inputs = inputs("1.csv", 10);

        assertThatThrownBy(() -> plan(inputs, all(inputs), List.of(), 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The grid size is 0; it must be 1 or more");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rangesCoverTheRemainingInput(long seed) throws IOException {
        Random random = new Random(seed);
        for (int file = 0; file < 20; file++) {
            Files.write(
                    folder.resolve(file + (random.nextBoolean() ? ".csv" : ".csv.gz")),
                    new byte[random.nextInt(3) * random.nextInt(50)]);
        }
        Inputs inputs = InputSources.in(folder).find(List.of("*"));
        for (int number = 0; number < 500; number++) {
            List<ReadRange> left = randomRanges(inputs, random);
            int gridSize = 1 + random.nextInt(20);

            List<ReadRange> ranges = plan(inputs, left, randomCuts(inputs, random), gridSize, random.nextInt(30));

            assertTiled(ranges, left);
            assertThat(ranges.size())
                    .as("seed %d, case %d", seed, number)
                    .isLessThanOrEqualTo(gridSize + left.size() - 1);
        }
    }

    private static List<ReadRange> randomRanges(Inputs inputs, Random random) {
        List<ReadRange> ranges = new ArrayList<>();
        List<InputCut> ends = randomCuts(inputs, random);
        for (int end = 1; end < ends.size(); end += 1 + random.nextInt(2)) {
            ranges.add(new ReadRange(ends.get(end - 1).offset(), ends.get(end).offset(), 1));
        }
        return ranges.isEmpty() ? all(inputs) : ranges;
    }

    private static List<InputCut> randomCuts(Inputs inputs, Random random) {
        return random.ints(random.nextInt(50), 0, inputs.list().size())
                .mapToObj(inputs.list()::get)
                .mapToLong(input -> input.baseOffset() + random.nextInt((int) Math.min(1000, input.capacity() + 1)))
                .filter(offset -> offset > 0 && offset < inputs.endOffset())
                .sorted()
                .distinct()
                .mapToObj(offset -> new InputCut(offset, 1 + offset / 10))
                .toList();
    }

    private static void assertTiled(List<ReadRange> ranges, List<ReadRange> left) {
        List<ReadRange> joined = new ArrayList<>();
        for (ReadRange range : ranges) {
            int last = joined.size() - 1;
            boolean begun =
                    left.stream().anyMatch(one -> one.from() == range.from() && one.startLine() == range.startLine());
            if (begun) {
                joined.add(range);
            } else {
                ReadRange before = joined.get(last);
                assertThat(range.from()).isEqualTo(before.to());
                joined.set(last, new ReadRange(before.from(), range.to(), before.startLine()));
            }
        }
        assertThat(joined).isEqualTo(left);
    }

    private static List<ReadRange> plan(
            Inputs inputs, List<ReadRange> left, List<InputCut> cuts, int gridSize, long smallest) {
        return RangePlan.of(inputs, left, cuts, gridSize, smallest);
    }

    private Inputs inputs(String name, int bytes) throws IOException {
        Files.write(folder.resolve(name), new byte[bytes]);
        return InputSources.in(folder).find(List.of(name));
    }

    private static List<ReadRange> all(Inputs inputs) {
        return List.of(new ReadRange(0, inputs.endOffset(), 1));
    }

    private static List<InputCut> every(int bytes, int size) {
        List<InputCut> cuts = new ArrayList<>();
        for (int offset = bytes; offset < size; offset += bytes) {
            cuts.add(new InputCut(offset, 1 + offset / 100));
        }
        return cuts;
    }
}
