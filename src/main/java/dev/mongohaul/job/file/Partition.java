package dev.mongohaul.job.file;

import dev.mongohaul.job.file.setting.Setting;

/** How many parts of the input are imported at the same time. */
public record Partition(
        @Setting(
                value = "ranges of the input that are imported at the same time",
                defaultValue = Setting.TWICE_THE_CORES,
                min = 1,
                max = Partition.LARGEST_GRID)
        int gridSize) {

    private static final int LARGEST_GRID = 1024;

    public Partition {
        new Rules().count(gridSize, 1, LARGEST_GRID, "grid-size").enforce();
    }
}
