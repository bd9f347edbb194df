package dev.mongohaul.partition;

import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.FileSource.Compression;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.partition.CutSearch.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Division of the ranges that are left to read into about as many ranges as are wanted, of about equal work. */
public final class RangePlan {

    private final Work work;
    private final List<Cut> cuts;
    private final long[] workBeforeCuts;
    private final long smallest;
    private final List<ReadRange> ranges = new ArrayList<>();

    private RangePlan(Inputs inputs, List<Cut> cuts, long smallest) {
        this.work = new Work(inputs);
        this.cuts = cuts;
        this.workBeforeCuts =
                cuts.stream().mapToLong(cut -> work.before(cut.offset())).toArray();
        this.smallest = Math.max(1, smallest);
    }

    /**
     * Returns ranges that tile those that are left, in their order. A range of the result lies in one that is left and
     * may span several inputs.
     *
     * @param left ascending, disjoint; each gets a share of the grid as large as its share of the work, at least one
     * @param cuts ascending
     * @param gridSize ranges wanted, 1 or more; rounding may make one or two more where several are left
     * @param smallestRange least bytes of work of a range, unless less was left
     */
    public static List<ReadRange> of(
            Inputs inputs, List<ReadRange> left, List<Cut> cuts, int gridSize, long smallestRange) {
        if (gridSize < 1) {
            throw new IllegalArgumentException("The grid size is %d; it must be 1 or more".formatted(gridSize));
        }
        RangePlan plan = new RangePlan(inputs, cuts, smallestRange);
        long all = left.stream().mapToLong(plan::workOf).sum();
        for (ReadRange range : left) {
            long share = all == 0 ? 1 : Math.round((double) gridSize * plan.workOf(range) / all);
            plan.cut(range, share);
        }
        return plan.ranges;
    }

    private long workOf(ReadRange range) {
        return work.before(range.to()) - work.before(range.from());
    }

    private void cut(ReadRange range, long parts) {
        ReadRange rest = range;
        for (long wanted = parts; wanted > 1; wanted--) {
            Optional<Cut> next = firstCut(rest, wanted);
            if (next.isEmpty()) {
                break;
            }
            Cut cut = next.get();
            ranges.add(new ReadRange(rest.from(), cut.offset(), rest.startLine()));
            rest = new ReadRange(cut.offset(), range.to(), cut.line());
        }
        ranges.add(rest);
    }

    /** Returns the cut nearest to the end of the first of that many equal parts. */
    private Optional<Cut> firstCut(ReadRange range, long parts) {
        long begin = work.before(range.from());
        long least = begin + smallest;
        long most = work.before(range.to()) - smallest;
        if (least > most) {
            return Optional.empty();
        }
        long ideal = Math.max(least, Math.min(most, begin + workOf(range) / parts));
        int found = Arrays.binarySearch(workBeforeCuts, ideal);
        int above = found < 0 ? -found - 1 : found;
        int below = above - 1;
        boolean aboveFits = above < cuts.size() && workBeforeCuts[above] <= most;
        boolean belowFits = below >= 0 && workBeforeCuts[below] >= least;
        if (aboveFits && belowFits) {
            belowFits = ideal - workBeforeCuts[below] < workBeforeCuts[above] - ideal;
        }
        return belowFits ? Optional.of(cuts.get(below)) : aboveFits ? Optional.of(cuts.get(above)) : Optional.empty();
    }

    /**
     * Work up to an offset, in bytes: those of a plain file, an estimate for an archive.
     *
     * <p>An archive has far more offsets than bytes, and its unpacked size is not known before its end.
     */
    static final class Work {

        /** CSV packs to between a third and a tenth. */
        private static final int UNPACKED_PER_PACKED = 5;

        private final List<Input> inputs;
        private final long[] bases;
        private final long[] before;

        Work(Inputs inputs) {
            this.inputs = inputs.list();
            bases = this.inputs.stream().mapToLong(Input::baseOffset).toArray();
            before = new long[bases.length + 1];
            for (Input input : this.inputs) {
                before[input.index() + 1] = before[input.index()] + whole(input);
            }
        }

        /** Returns the bytes of work before a global offset. */
        long before(long offset) {
            int index = last(offset);
            Input input = inputs.get(index);
            if (offset >= input.endOffset()) {
                return before[index + 1];
            }
            long behind = offset - input.baseOffset();
            // However much was unpacked already, the rest of an archive always counts.
            return before[index] + (isPlain(input) ? behind : Math.min(behind, whole(input) - packed(input)));
        }

        private int last(long offset) {
            int found = Arrays.binarySearch(bases, offset);
            int index = found < 0 ? -found - 2 : found;
            while (index + 1 < bases.length && bases[index + 1] == bases[index]) {
                index++;
            }
            return index;
        }

        private static long whole(Input input) {
            return isPlain(input) ? input.capacity() : UNPACKED_PER_PACKED * packed(input);
        }

        private static boolean isPlain(Input input) {
            return input.source() instanceof FileSource file && file.compression() == Compression.NONE;
        }

        private static long packed(Input input) {
            return input.source() instanceof FileSource file ? file.size() : 1;
        }
    }
}
