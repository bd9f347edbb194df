package dev.mongohaul.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of any inputs, dialect and grid size. */
class RangePropertyTests {

    private static final int CASES = 70;

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return TestSize.seeds("ranges", 100, 0, 1, 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rangesReadTheSameAsOneReader(long seed) throws IOException {
        int cutInside = 0;
        for (int number = 0; number < CASES; number++) {
            Random random = new Random(seed * CASES + number);
            Cutting cutting = cutting(random, number);
            List<InputCut> cuts = cutting.cuts(1 << random.nextInt(10), random);
            List<ReadRange> all = List.of(new ReadRange(0, cutting.inputs().endOffset(), 1));

            List<ReadRange> ranges =
                    RangePlan.of(cutting.inputs(), all, cuts, 1 + random.nextInt(9), random.nextInt(20));

            assertThat(cutting.described(ranges))
                    .as("seed %d, case %d, ranges %s", seed, number, ranges)
                    .isEqualTo(cutting.described(all));
            cutInside += cuts.size() - cutting.inputs().list().size() + 1;
        }
        assertThat(cutInside).as("cuts inside files, seed %d", seed).isGreaterThan(CASES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyCutIsTheBeginningOfARecord(long seed) throws IOException {
        for (int number = 0; number < CASES; number++) {
            Random random = new Random(-1 - seed * CASES - number);
            Cutting cutting = cutting(random, number);
            List<InputCut> cuts = cutting.cuts(1, random);

            assertThat(cutting.described(betweenAll(cuts, cutting.inputs().endOffset())))
                    .as("seed %d, case %d, cuts %s", seed, number, cuts)
                    .isEqualTo(Reading.describe(cutting.all()));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void remainingRangesReadTheSameAsOneReader(long seed) throws IOException {
        for (int number = 0; number < CASES; number++) {
            Random random = new Random((seed << Integer.SIZE) + number);
            Cutting cutting = cutting(random, number);
            List<InputCut> cuts = cutting.cuts(1 << random.nextInt(10), random);
            List<ReadRange> left = new ArrayList<>();
            List<CsvItem> expected = new ArrayList<>();
            leave(cutting, random, left, expected);

            List<ReadRange> ranges =
                    RangePlan.of(cutting.inputs(), left, cuts, 1 + random.nextInt(9), random.nextInt(20));

            assertThat(cutting.described(ranges))
                    .as("seed %d, case %d, left %s, ranges %s", seed, number, left, ranges)
                    .isEqualTo(Reading.describe(expected));
        }
    }

    private Cutting cutting(Random random, int number) throws IOException {
        Path files = Files.createDirectory(folder.resolve(String.valueOf(number)));
        RandomInputs inputs = new RandomInputs(random, files);
        return Cutting.of(inputs.write(), inputs.readAs());
    }

    private static List<ReadRange> betweenAll(List<InputCut> cuts, long end) {
        List<ReadRange> ranges = new ArrayList<>();
        InputCut from = new InputCut(0, 1);
        for (InputCut cut : cuts) {
            ranges.add(new ReadRange(from.offset(), cut.offset(), from.line()));
            from = cut;
        }
        ranges.add(new ReadRange(from.offset(), end, from.line()));
        return ranges;
    }

    /** Completes every second section between the ends of some records and leaves the others. */
    private static void leave(Cutting cutting, Random random, List<ReadRange> left, List<CsvItem> expected)
            throws IOException {
        List<CsvItem> all = cutting.all();
        TreeSet<Integer> ends = new TreeSet<>();
        for (int count = random.nextInt(6); count > 0 && !all.isEmpty(); count--) {
            ends.add(random.nextInt(all.size()));
        }
        InputCut from = new InputCut(0, 1);
        int next = 0;
        boolean done = random.nextBoolean();
        for (int end : ends) {
            var location = all.get(end).location();
            if (!done) {
                left.add(new ReadRange(from.offset(), location.nextOffset(), from.line()));
                expected.addAll(all.subList(next, end + 1));
            }
            from = new InputCut(location.nextOffset(), location.nextLine());
            next = end + 1;
            done = !done;
        }
        if (!done) {
            left.add(new ReadRange(from.offset(), cutting.inputs().endOffset(), from.line()));
            expected.addAll(all.subList(next, all.size()));
        }
    }
}
