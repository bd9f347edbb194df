package dev.mongohaul.bench;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.RawBsonDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds to make a document of a generated id and one cell of each type. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CellTypeBenchmark {

    private static final Map<FieldType, String> CELLS = Map.ofEntries(
            Map.entry(FieldType.AUTO, "1234.5"),
            Map.entry(FieldType.STRING, "SKU-0053613"),
            Map.entry(FieldType.INT32, "-1234567"),
            Map.entry(FieldType.INT64, "1234567890123"),
            Map.entry(FieldType.DOUBLE, "1234.56"),
            Map.entry(FieldType.DECIMAL, "1234.56"),
            Map.entry(FieldType.BOOLEAN, "true"),
            Map.entry(FieldType.INSTANT, "2025-12-16T20:52:29.214Z"),
            Map.entry(FieldType.DATE, "2025-12-16"),
            Map.entry(FieldType.OBJECTID, "507f1f77bcf86cd799439011"),
            Map.entry(FieldType.UUID, "123e4567-e89b-12d3-a456-426614174000"),
            Map.entry(FieldType.BINARY, "aGVsbG8gd29ybGQ="));

    @Param
    public FieldType type;

    private CsvItem record;
    private DocumentMapper<RawBsonDocument> mapper;

    /** Types of several values have no cell that is like all others. */
    @Setup
    public void prepare() throws IOException {
        String cell = CELLS.getOrDefault(type, "SKU-0053613");
        SampleFile file = SampleFile.of("cell\n" + cell + "\n");
        FieldType usual = CELLS.containsKey(type) ? type : FieldType.STRING;
        record = file.records().get(0);
        mapper = file.mapper(Rendering.BSON, Map.of("cell", FieldSpec.of(usual)));
    }

    @Benchmark
    public MappedItem<RawBsonDocument> document() {
        return mapper.map(record);
    }
}
