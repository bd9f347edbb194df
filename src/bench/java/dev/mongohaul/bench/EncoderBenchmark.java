package dev.mongohaul.bench;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.writer.raw.ChunkEncoder;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds from the cells of an order to its BSON: straight, and by objects and bson4jackson. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EncoderBenchmark {

    private static final int CHUNK = 2_000;
    private static final Map<String, FieldSpec> FIELDS = Map.of(
            "customer", FieldSpec.of(FieldType.STRING),
            "sku", FieldSpec.of(FieldType.STRING),
            "price", FieldSpec.of(FieldType.DOUBLE),
            "attributes.color", nested("color"),
            "attributes.size", nested("size"),
            "placedAt", FieldSpec.of(FieldType.INSTANT));

    private List<CsvItem> records;
    private DocumentMapper<RawBsonDocument> toBytes;
    private DocumentMapper<Document> toObjects;
    private ChunkEncoder<Document> encoder;

    private static FieldSpec nested(String name) {
        return FieldSpec.of(FieldType.STRING).to(FieldPath.of("attributes", name));
    }

    @Setup
    public void prepare() throws IOException {
        SampleFile file = SampleFile.orders(CHUNK);
        records = file.records();
        GeneratedIds ids = GeneratedIds.of(Instant.EPOCH, 1);
        toBytes = file.mapper(Rendering.BSON, FIELDS, ids);
        toObjects = file.mapper(Rendering.DOCUMENT, FIELDS, ids);
        encoder = ChunkEncoder.of(Document.class);
    }

    @Benchmark
    @OperationsPerInvocation(CHUNK)
    public List<RawBsonDocument> direct() {
        return chunk(toBytes);
    }

    @Benchmark
    @OperationsPerInvocation(CHUNK)
    public List<RawBsonDocument> raw() {
        return encoder.encode(chunk(toObjects));
    }

    private <D> List<D> chunk(DocumentMapper<D> mapper) {
        return records.stream()
                .map(record -> ((MappedDocument<D>) mapper.map(record)).content())
                .toList();
    }
}
