package dev.mongohaul.partition;

import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.util.Arrays;
import java.util.List;

/**
 * How much there is to read up to an offset, in bytes: a plain file's own, a guess for an archive.
 *
 * <p>An archive owns far more offsets than it has bytes, and nobody knows its unpacked size before its end.
 */
final class Work {

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

    /** Bytes of work in front of a global offset. */
    long before(long offset) {
        int index = last(offset);
        Input input = inputs.get(index);
        if (offset >= input.endOffset()) {
            return before[index + 1];
        }
        long behind = offset - input.baseOffset();
        // However much was unpacked already, an archive's rest is never taken for nothing.
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
