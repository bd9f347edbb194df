package dev.mongohaul.job.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.job.worker.ScaleSimulation.Faults;
import dev.mongohaul.job.worker.ScaleSimulation.Result;
import dev.mongohaul.job.worker.ScaleSimulation.Size;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Simulated imports. {@code docs/development.md} describes how to run large ones. */
class ScaleSimulationTests {

    private static final int IMPORTS = TestSize.of("simulation.imports", 5, 20);
    private static final int PARTITIONS = TestSize.of("simulation.partitions", 200, 1_000);
    private static final int BLOCKS = Integer.getInteger("simulation.blocks", 16);
    private static final int WORKERS = TestSize.of("simulation.workers", 50, 500);

    static LongStream seeds() {
        return TestSize.seeds("simulation", 10, 1, 2, 3, 4, 5);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostOrDoubled(long seed) {
        Size size = new Size(IMPORTS, PARTITIONS, BLOCKS, WORKERS);
        Faults faults = new Faults(WORKERS / 2, WORKERS / 2, 2 * IMPORTS, 5);

        Result result = ScaleSimulation.run(seed, size, faults);

        print("seed " + seed, size, result);
        assertThat(result.violations()).isEmpty();
        assertThat(result.kills()).isPositive();
        assertThat(result.freezes()).isPositive();
        assertThat(result.repeated()).isNotNegative();
    }

    @Test
    void withoutFaultsNothingIsRepeated() {
        Size size = new Size(IMPORTS, PARTITIONS, BLOCKS, WORKERS);

        Result result = ScaleSimulation.run(0, size, Faults.NONE);

        print("no faults", size, result);
        assertThat(result.violations()).isEmpty();
        assertThat(result.repeated()).isZero();
        assertThat(result.efficiency()).isGreaterThan(0.8);
    }

    private static void print(String name, Size size, Result result) {
        System.out.printf(
                "%s: %,d imports of %,d partitions, %.2f TB, %,d workers: %,d s, %.2f of ideal, %,d blocks repeated, %,.0f commands/s on average, %,d at most, %d kills, %d freezes%n",
                name,
                size.imports(),
                size.partitions(),
                size.bytes() / 1e12,
                size.workers(),
                result.duration().toSeconds(),
                result.efficiency(),
                result.repeated(),
                result.commandsPerSecond(),
                result.mostCommands(),
                result.kills(),
                result.freezes());
    }
}
