package dev.mongohaul.job.setting;

import dev.mongohaul.text.Rules;
import org.springframework.util.unit.DataSize;

/**
 * Division of the input.
 *
 * @param gridSize number of partitions that one process imports at the same time
 * @param size of a partition if workers on several machines share the import
 */
public record PartitionSettings(Integer gridSize, DataSize size) {

    private static final DataSize SMALLEST = DataSize.ofBytes(1);
    private static final DataSize LARGEST = DataSize.ofTerabytes(1);

    private static final int LARGEST_GRID = 1024;
    /** Memory of a chunk of the usual size: its bytes, its documents, and the commands that are made of them. */
    private static final long USUAL_CHUNK_MEMORY = 8 << 20;

    public PartitionSettings {
        gridSize = gridSize == null ? twiceTheCores() : gridSize;
        Rules rules = new Rules().count(gridSize, 1, LARGEST_GRID, "grid-size");
        rules.require(
                size.compareTo(SMALLEST) >= 0 && size.compareTo(LARGEST) <= 0,
                size + " is not allowed: from 1B to 1024GiB",
                "size");
        rules.enforce();
    }

    /** Returns the bytes of a partition if workers on several machines share the import. */
    public long sharedBytes() {
        return size.toBytes();
    }

    /** Returns fewer where half of the heap has no room for a chunk of the usual size for each. */
    private static int twiceTheCores() {
        long roomy = Runtime.getRuntime().maxMemory() / 2 / USUAL_CHUNK_MEMORY;
        return (int) Math.max(1, Math.min(roomy, 2L * Runtime.getRuntime().availableProcessors()));
    }
}
