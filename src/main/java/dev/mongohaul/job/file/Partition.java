package dev.mongohaul.job.file;

import dev.mongohaul.text.Rules;

/** How many parts of the input are imported at the same time. */
public record Partition(Integer gridSize) {

    private static final int LARGEST_GRID = 1024;
    private static final long USUAL_CHUNK_BYTES = 8 << 20;

    public Partition {
        gridSize = gridSize == null ? twiceTheCores() : gridSize;
        new Rules().count(gridSize, 1, LARGEST_GRID, "grid-size").enforce();
    }

    /** Returns fewer where half of the heap has no room for a chunk of the usual size for each. */
    private static int twiceTheCores() {
        long roomy = Runtime.getRuntime().maxMemory() / 2 / USUAL_CHUNK_BYTES;
        return (int) Math.max(1, Math.min(roomy, 2L * Runtime.getRuntime().availableProcessors()));
    }
}
