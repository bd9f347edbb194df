package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.limit.DocumentFile.Batch;
import dev.mongohaul.compare.limit.DocumentFile.BatchCutter;
import org.junit.jupiter.api.Test;

class BatchCutterTests {

    @Test
    void lastBatchHoldsTheRest() {
        BatchCutter cutter = new BatchCutter(2);

        for (int length : new int[] {10, 20, 30, 40, 50}) {
            cutter.add(length);
        }

        assertThat(cutter.finish()).containsExactly(new Batch(0, 30, 2), new Batch(30, 70, 2), new Batch(100, 50, 1));
    }

    @Test
    void largeDocumentsEndABatch() {
        BatchCutter cutter = new BatchCutter(1000);

        cutter.add(5_000_000);
        cutter.add(5_000_000);
        cutter.add(10);

        assertThat(cutter.finish()).containsExactly(new Batch(0, 10_000_000, 2), new Batch(10_000_000, 10, 1));
    }

    @Test
    void fullBatchLeavesNothing() {
        BatchCutter cutter = new BatchCutter(1);

        cutter.add(10);

        assertThat(cutter.finish()).containsExactly(new Batch(0, 10, 1));
    }
}
