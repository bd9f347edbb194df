package dev.mongohaul.bench;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Nanoseconds to read one record of a file that the system has in memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ScannerBenchmark {

    private static final int ROWS = 200_000;

    @Param({"false", "true"})
    public boolean quoted;

    private SampleFile file;

    @Setup
    public void write() throws IOException {
        file = quoted ? SampleFile.quotedOrders(ROWS) : SampleFile.orders(ROWS);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void record(Blackhole sink) throws IOException {
        CsvItemReader reader = file.reader();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            sink.consume(item);
        }
        reader.close();
    }
}
