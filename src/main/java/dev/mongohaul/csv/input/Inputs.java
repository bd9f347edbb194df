package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Input files of one import in the order of their names, laid end to end in one space of 2^40 offsets.
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
     * Finds the files that paths and globs name.
     *
     * @param base folder of relative patterns
     * @param patterns paths, globs, or {@code -} alone for standard input; a file named twice counts once
     * @param standardInput what {@code -} stands for
     * @throws InputException for a file that is missing or cannot be read, a glob without a match, more than 1 TiB
     */
    public static Inputs resolve(Path base, List<String> patterns, InputStream standardInput) {
        return resolve(base, patterns, standardInput, InputRules.ANY);
    }

    /** As {@link #resolve(Path, List, InputStream)}; a file that the rules do not allow is refused. */
    public static Inputs resolve(Path base, List<String> patterns, InputStream standardInput, InputRules rules) {
        if (patterns.contains("-")) {
            if (patterns.size() > 1) {
                throw InputException.refused("Standard input (-) cannot be read together with files; name one of them");
            }
            return new Inputs(List.of(new Input(0, "standard input", new StandardInput(standardInput), 0, OFFSETS)));
        }
        Path folder = base.toAbsolutePath().normalize();
        return ofFiles(folder, new FilePatterns(folder, rules).find(patterns));
    }

    static Inputs ofFiles(Path base, List<FileSource> files) {
        long plain = 0;
        int packed = 0;
        for (FileSource file : files) {
            if (file.compression() == Compression.NONE) {
                plain = Math.addExact(plain, file.size());
            } else {
                packed++;
            }
        }
        if (plain > OFFSETS) {
            throw InputException.refused(
                    "The input files hold %,d bytes; one import takes at most %,d (1 TiB), split it"
                            .formatted(plain, OFFSETS));
        }
        long share = packed == 0 ? 0 : (OFFSETS - plain) / packed;
        List<Input> inputs = new ArrayList<>();
        long offset = 0;
        for (FileSource file : files) {
            Path path = file.path();
            String name = (path.startsWith(base) ? base.relativize(path) : path).toString();
            long capacity = file.compression() == Compression.NONE ? file.size() : share;
            inputs.add(new Input(inputs.size(), name, file, offset, capacity));
            offset += capacity;
        }
        return new Inputs(inputs);
    }

    /**
     * Returns the sums of the blocks that a range reads; of an archive, of all its blocks. Empty if the inputs are not
     * {@linkplain SeenBytes compared} with what was read before.
     *
     * @param from global offset
     * @param to global offset behind the last byte
     */
    public List<RangeSums> sums(long from, long to) {
        List<RangeSums> sums = new ArrayList<>();
        for (Input input : inputs) {
            if (touches(input, from, to) && input.source() instanceof FileSource file && file.sums() != null) {
                sums.add(file.sums().of(input.index(), begin(input, from), end(input, file, to)));
            }
        }
        return sums;
    }

    private static boolean touches(Input input, long from, long to) {
        return input.baseOffset() < to && from < input.endOffset();
    }

    private static long begin(Input input, long from) {
        return input.isPlainFile() ? Math.max(0, from - input.baseOffset()) : 0;
    }

    private static long end(Input input, FileSource file, long to) {
        return input.isPlainFile() ? Math.min(file.size(), to - input.baseOffset()) : file.size();
    }

    /**
     * Returns the same inputs, which cannot be read where their bytes differ from those of the ranges.
     *
     * @param from global offset of a range that is to be read
     * @param to global offset behind its last byte
     * @throws InputException if the sums of a block of the range are missing
     */
    public Inputs comparedWithRanges(List<RangeSums> ranges, long from, long to) {
        Map<Integer, BlockSums> sums = ranges.stream().collect(Collectors.toMap(RangeSums::input, BlockSums::of));
        for (Input input : inputs) {
            if (touches(input, from, to) && input.source() instanceof FileSource file) {
                BlockSums known = sums.get(input.index());
                if (known == null || !known.cover(begin(input, from), end(input, file, to))) {
                    throw InputException.refused(
                            "%s: the import has no checksums of the blocks to read, so that another file could be read in its place"
                                    .formatted(file.path()));
                }
            }
        }
        return new Inputs(inputs.stream()
                .map(input -> sums.containsKey(input.index()) && input.source() instanceof FileSource file
                        ? new Input(
                                input.index(),
                                input.name(),
                                file.comparedWith(sums.get(input.index()), null),
                                input.baseOffset(),
                                input.capacity(),
                                input.recordsEnd())
                        : input)
                .toList());
    }

    /** Returns the same inputs, which cannot be read where their bytes differ from those of the sums. */
    Inputs comparedWith(List<BlockSums> sums, List<String> digests) {
        return new Inputs(inputs.stream()
                .map(input -> new Input(
                        input.index(),
                        input.name(),
                        ((FileSource) input.source()).comparedWith(sums.get(input.index()), digests.get(input.index())),
                        input.baseOffset(),
                        input.capacity(),
                        input.recordsEnd()))
                .toList());
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
            long end = input.baseOffset() + LastLines.begin(input, count, charsets.get(input.index()));
            shorter.add(
                    new Input(input.index(), input.name(), input.source(), input.baseOffset(), input.capacity(), end));
        }
        return new Inputs(shorter);
    }

    public List<Input> list() {
        return inputs;
    }

    /** Returns the global offset just after the last input. */
    public long endOffset() {
        return inputs.get(inputs.size() - 1).endOffset();
    }

    /** Returns whether the bytes come from standard input: no digest, no second reading, no restart. */
    public boolean isStandardInput() {
        return inputs.get(0).source() instanceof StandardInput;
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
