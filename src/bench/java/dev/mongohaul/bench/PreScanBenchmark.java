package dev.mongohaul.bench;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.partition.CutSearch;
import dev.mongohaul.partition.InputCut;
import java.io.IOException;
import java.util.List;
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

/** Megabytes a second of the pass before an import, on all processors: the digest alone, and with the search for cuts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PreScanBenchmark {

    /** About 256 MB of plain orders. */
    private static final int ROWS = 4_000_000;

    private static final int MEGABYTES = 256;

    @Param({"false", "true"})
    public boolean quoted;

    private SampleFile file;

    @Setup
    public void write() throws IOException {
        // Quotes make a row a fifth longer.
        file = quoted ? SampleFile.quotedOrders(ROWS * 5 / 6) : SampleFile.orders(ROWS);
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public String digest() throws IOException {
        return ContentDigest.of(file.inputs());
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public List<InputCut> digestAndCuts() throws IOException {
        CutSearch search =
                new CutSearch(file.inputs(), CsvDialect.RFC_4180, file.survey().starts());
        ContentDigest.digests(file.inputs(), search);
        return search.cuts();
    }
}
