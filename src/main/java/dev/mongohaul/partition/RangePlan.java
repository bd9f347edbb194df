package dev.mongohaul.partition;

import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Division of the ranges that are left to read into about as many ranges as are wanted, of about equal work. */
public final class RangePlan {

    /** CSV packs to between a third and a tenth. */
    private static final int UNPACKED_PER_PACKED = 5;

    private final Inputs inputs;
    private final long[] workBeforeInputs;
    private final List<InputCut> cuts;
    private final long[] workBeforeCuts;
    private final long smallest;
    private final List<ReadRange> ranges = new ArrayList<>();

    private RangePlan(Inputs inputs, List<InputCut> cuts, long smallest) {
        this.inputs = inputs;
        this.workBeforeInputs = new long[inputs.list().size() + 1];
        for (Input input : inputs.list()) {
            workBeforeInputs[input.index() + 1] = workBeforeInputs[input.index()] + workOf(input);
        }
        this.cuts = cuts;
        this.workBeforeCuts =
                cuts.stream().mapToLong(cut -> workBefore(cut.offset())).toArray();
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
            Inputs inputs, List<ReadRange> left, List<InputCut> cuts, int gridSize, long smallestRange) {
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
        return workBefore(range.to()) - workBefore(range.from());
    }

    private void cut(ReadRange range, long parts) {
        ReadRange rest = range;
        for (long wanted = parts; wanted > 1; wanted--) {
            InputCut cut = firstCut(rest, wanted);
            if (cut == null) {
                break;
            }
            ranges.add(new ReadRange(rest.from(), cut.offset(), rest.startLine()));
            rest = new ReadRange(cut.offset(), range.to(), cut.line());
        }
        ranges.add(rest);
    }

    /** Returns the cut nearest to the end of the first of that many equal parts; null where none fits. */
    private @Nullable InputCut firstCut(ReadRange range, long parts) {
        long begin = workBefore(range.from());
        long least = begin + smallest;
        long most = workBefore(range.to()) - smallest;
        if (least > most) {
            return null;
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
        return belowFits ? cuts.get(below) : aboveFits ? cuts.get(above) : null;
    }

    /**
     * Returns the work up to a global offset, in bytes: those of a plain file, an estimate for an archive, which has far more
     * offsets than bytes and whose unpacked size is not known before its end.
     */
    private long workBefore(long offset) {
        Input input = inputs.locate(offset);
        if (offset >= input.endOffset()) {
            return workBeforeInputs[input.index() + 1];
        }
        long passed = offset - input.baseOffset();
        // However much was unpacked already, the rest of an archive always counts.
        return workBeforeInputs[input.index()]
                + (input.isPlain() ? passed : Math.min(passed, workOf(input) - packedBytes(input)));
    }

    private static long workOf(Input input) {
        return input.isPlain() ? input.capacity() : UNPACKED_PER_PACKED * packedBytes(input);
    }

    private static long packedBytes(Input input) {
        return input.isStored() ? input.stamp().size() : 1;
    }
}
