package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.util.List;

/**
 * Listener that remembers the bytes of a digest, so that only inputs with these bytes can be read afterwards.
 *
 * <p>By a file's stamp alone, a content that is written and taken back between two looks could be read unnoticed.
 */
public final class SeenBytes implements BlockListener {

    private final Inputs inputs;
    private final List<BlockSums> sums;

    /** @param inputs files, and not standard input */
    public SeenBytes(Inputs inputs) {
        this.inputs = inputs;
        this.sums = inputs.list().stream()
                .map(input -> new BlockSums(input.stamp().size()))
                .toList();
    }

    @Override
    public void read(Input input, long offset, byte[] bytes, int length) {
        sums.get(input.index()).set(offset, bytes, length);
    }

    /**
     * Returns the inputs, of which no other byte than those can be read: their streams fail before they hand one out.
     *
     * @param digests of the files
     */
    public Inputs inputs(List<String> digests) {
        return inputs.comparedWith(sums, digests);
    }
}
