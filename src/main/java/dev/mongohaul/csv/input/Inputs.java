package dev.mongohaul.csv.input;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Inputs of one import in the order of their names, laid end to end in one space of 2^40 offsets.
 *
 * <p>A plain file takes as many offsets as it has bytes. Compressed files, whose unpacked size is not known beforehand,
 * share the rest equally; standard input has all offsets. So an offset names one byte of the import.
 */
public final class Inputs {

    /** All offsets are below it. */
    public static final long OFFSETS = 1L << 40;

    private final List<Input> inputs;

    private Inputs(List<Input> inputs) {
        this.inputs = List.copyOf(inputs);
    }

    /**
     * Lays objects end to end.
     *
     * @param objects one that is not stored stands alone
     * @param mostUnpackedBytes that may be read from an archive
     * @throws InputException for more than 1 TiB
     */
    public static Inputs of(List<InputObject> objects, long mostUnpackedBytes) {
        long plain = 0;
        int others = 0;
        for (InputObject object : objects) {
            if (Input.isPlain(object)) {
                plain = Math.addExact(plain, object.stamp().size());
            } else {
                others++;
            }
        }
        if (plain > OFFSETS) {
            throw InputException.refused(
                    "The input files hold %,d bytes; one import takes at most %,d (1 TiB), split it"
                            .formatted(plain, OFFSETS));
        }
        long share = others == 0 ? 0 : (OFFSETS - plain) / others;
        List<Input> inputs = new ArrayList<>();
        long offset = 0;
        for (InputObject object : objects) {
            long capacity = Input.isPlain(object) ? object.stamp().size() : share;
            inputs.add(new Input(inputs.size(), object, offset, capacity, mostUnpackedBytes));
            offset += capacity;
        }
        return new Inputs(inputs);
    }

    /** Returns the global offset that a reader has reached after a record: the end of a plain last input if no record follows. */
    public long reached(long nextOffset) {
        Input last = inputs.get(inputs.size() - 1);
        return last.isPlain() && nextOffset >= last.recordsEnd() ? endOffset() : nextOffset;
    }

    /**
     * Returns the sums of the blocks that a range reads; of an archive, of all its blocks. Empty if the inputs are not
     * {@linkplain SeenBytes compared} with what was read before.
     *
     * @param from global offset
     * @param to global offset after the last byte
     */
    public List<RangeSums> sums(long from, long to) {
        List<RangeSums> sums = new ArrayList<>();
        for (Input input : inputs) {
            BlockSums known = input.known().sums();
            if (touches(input, from, to) && known != null) {
                sums.add(known.of(input.index(), begin(input, from), end(input, to)));
            }
        }
        return sums;
    }

    private static boolean touches(Input input, long from, long to) {
        return input.baseOffset() < to && from < input.endOffset();
    }

    private static long begin(Input input, long from) {
        return input.isPlain() ? Math.max(0, from - input.baseOffset()) : 0;
    }

    private static long end(Input input, long to) {
        long size = input.stamp().size();
        return input.isPlain() ? Math.min(size, to - input.baseOffset()) : size;
    }

    /**
     * Returns the same inputs, which cannot be read where their bytes differ from those of the ranges.
     *
     * @param from global offset of the range to read
     * @param to global offset after its last byte
     * @throws InputException if the sums of a block of the range are missing
     */
    public Inputs comparedWithRanges(List<RangeSums> ranges, long from, long to) {
        Map<Integer, BlockSums> sums = ranges.stream().collect(Collectors.toMap(RangeSums::input, BlockSums::of));
        for (Input input : inputs) {
            if (touches(input, from, to) && input.isStored()) {
                BlockSums known = sums.get(input.index());
                if (known == null || !known.cover(begin(input, from), end(input, to))) {
                    throw InputException.refused(
                            "%s: the import has no checksums of the blocks to read, so that another file could be read in its place"
                                    .formatted(input.address()));
                }
            }
        }
        return with(input -> sums.containsKey(input.index()) && input.isStored()
                ? input.known(new KnownBytes(sums.get(input.index()), null))
                : input);
    }

    /**
     * Returns the same inputs, which cannot be read where their bytes differ from those of the sums.
     *
     * @param sums of each input, in their order
     * @param digests of each input, in their order
     */
    public Inputs comparedWith(List<BlockSums> sums, List<String> digests) {
        return with(input -> input.known(new KnownBytes(sums.get(input.index()), digests.get(input.index()))));
    }

    private Inputs with(UnaryOperator<Input> change) {
        return new Inputs(inputs.stream().map(change).toList());
    }

    /**
     * Returns the same inputs without records in their last lines.
     *
     * @param count lines, 1 or more
     * @param charsets of the inputs, in their order
     */
    public Inputs withoutLastLines(int count, List<Charset> charsets) throws IOException {
        List<Input> shorter = new ArrayList<>();
        for (Input input : inputs) {
            shorter.add(
                    input.endingAt(input.baseOffset() + LastLines.begin(input, count, charsets.get(input.index()))));
        }
        return new Inputs(shorter);
    }

    /** Removes what this machine keeps of objects on other ones, whose import has ended. */
    public void release() {
        inputs.forEach(input -> input.object().release());
    }

    public List<Input> list() {
        return inputs;
    }

    /** Returns the global offset just after the last input. */
    public long endOffset() {
        return inputs.get(inputs.size() - 1).endOffset();
    }

    /** Returns whether the bytes come only once, as those of standard input do: no digest, no second reading, no restart. */
    public boolean isReadOnce() {
        return !inputs.get(0).isStored();
    }

    /** Returns the input that holds the byte at a global offset; the last one for larger offsets. */
    public Input locate(long globalOffset) {
        if (globalOffset < 0) {
            throw new IllegalArgumentException("An offset cannot be negative: " + globalOffset);
        }
        int from = 0;
        int to = inputs.size() - 1;
        while (from < to) {
            int middle = (from + to) / 2;
            if (globalOffset < inputs.get(middle).endOffset()) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return inputs.get(from);
    }
}
