package dev.mongohaul.bench;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.RawBsonDocument;
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

/** Nanoseconds a cell of about 20 bytes, in rows of few and many columns: to read it, and to map it as well. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WideRowsBenchmark {

    private static final int CELLS = 1_000_000;

    @Param({"5", "50", "200", "1000"})
    public int columns;

    private SampleFile file;
    private DocumentMapper<RawBsonDocument> mapper;

    @Setup
    public void write() throws IOException {
        file = SampleFile.wide(CELLS / columns, columns);
        mapper = file.mapper(
                Rendering.BSON,
                file.header().names().stream()
                        .collect(Collectors.toMap(Function.identity(), WideRowsBenchmark::field)),
                null);
    }

    private static FieldSpec field(String column) {
        return FieldSpec.of(
                switch (column.replaceAll("\\d.*", "")) {
                    case "amount" -> FieldType.DECIMAL;
                    case "at" -> FieldType.INSTANT;
                    case "id", "count" -> FieldType.INT32;
                    default -> FieldType.STRING;
                });
    }

    @Benchmark
    @OperationsPerInvocation(CELLS)
    public void read(Blackhole sink) throws IOException {
        CsvItemReader reader = file.reader();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            sink.consume(item);
        }
        reader.close();
    }

    @Benchmark
    @OperationsPerInvocation(CELLS)
    public void readAndMap(Blackhole sink) throws IOException {
        CsvItemReader reader = file.reader();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            sink.consume(mapper.map(item));
        }
        reader.close();
    }
}
