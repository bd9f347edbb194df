package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.util.List;

/**
 * Listener that remembers the bytes of a digest, so that only inputs with these bytes can be read afterwards.
 *
 * <p>The stamp of a file does not show a content that was written and taken back between two checks.
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
     * Returns the inputs with only these bytes: their streams fail before they hand out another one.
     *
     * @param digests of the files
     */
    public Inputs inputs(List<String> digests) {
        return inputs.comparedWith(sums, digests);
    }
}
