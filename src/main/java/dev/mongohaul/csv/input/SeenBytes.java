package dev.mongohaul.csv.input;

import java.util.List;

/**
 * Remembers what a {@link ContentDigest} was made of, so that what is read of the inputs afterwards is that content.
 *
 * <p>By a file's stamp alone, a content that is written and taken back between two looks could be read unnoticed.
 */
public final class SeenBytes implements ContentDigest.Listener {

    private final Inputs inputs;
    private final List<BlockSums> sums;

    /** @param inputs files, and not standard input */
    public SeenBytes(Inputs inputs) {
        this.inputs = inputs;
        this.sums = inputs.list().stream()
                .map(input -> new BlockSums(((FileSource) input.source()).size()))
                .toList();
    }

    @Override
    public void read(Input input, long offset, byte[] bytes, int length) {
        sums.get(input.index()).set(offset, bytes, length);
    }

    /** The inputs, of which no other byte than those can be read: their streams fail before they hand one out. */
    public Inputs inputs() {
        return inputs.comparedWith(sums);
    }
}
