package dev.mongohaul.bench;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.FieldSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonBinaryWriter;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
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

/**
 * Nanoseconds from a cell in a file to its BSON, for each type: by mongohaul, and by FastCSV or univocity with the
 * parsers of the JDK and the driver. All of them make equal documents on one thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CellTypeBenchmark {

    private static final int COLUMNS = 10;
    private static final int ROWS = 10_000;
    private static final long SEED = 1;
    private static final List<String> NAMES =
            IntStream.range(0, COLUMNS).mapToObj(column -> "column" + column).toList();

    @Param
    public SampleCell cell;

    private SampleFile file;
    private DocumentMapper<RawBsonDocument> mapper;
    private final BasicOutputBuffer buffer = new BasicOutputBuffer();

    @Setup
    public void prepare() throws IOException {
        Random random = new Random(SEED);
        file = SampleFile.of(IntStream.range(0, ROWS)
                .mapToObj(row -> IntStream.range(0, COLUMNS)
                        .mapToObj(column -> cell.text(random))
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", String.join(",", NAMES) + "\n", "\n")));
        FieldSpec field = cell.field();
        mapper = file.mapper(
                Rendering.BSON, NAMES.stream().collect(Collectors.toMap(Function.identity(), name -> field)), null);
        List<RawBsonDocument> documents = mongohaul();
        if (documents.size() != ROWS || !documents.equals(fastCsv()) || !documents.equals(univocity())) {
            throw new IllegalStateException("The documents of " + cell + " differ");
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * COLUMNS)
    public List<RawBsonDocument> mongohaul() throws IOException {
        List<RawBsonDocument> documents = new ArrayList<>();
        CsvItemReader reader = file.reader();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            documents.add(((MappedDocument<RawBsonDocument>) mapper.map(item)).content());
        }
        reader.close();
        return documents;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * COLUMNS)
    public List<RawBsonDocument> fastCsv() throws IOException {
        List<RawBsonDocument> documents = new ArrayList<>();
        buffer.truncateToPosition(0);
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(file.path())) {
            boolean header = true;
            for (CsvRecord record : reader) {
                if (!header) {
                    documents.add(document(record.getFields()));
                }
                header = false;
            }
        }
        return documents;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * COLUMNS)
    public List<RawBsonDocument> univocity() {
        List<RawBsonDocument> documents = new ArrayList<>();
        buffer.truncateToPosition(0);
        CsvParserSettings settings = new CsvParserSettings();
        settings.getFormat().setLineSeparator("\n");
        settings.setReadInputOnSeparateThread(false);
        settings.setHeaderExtractionEnabled(true);
        settings.setIgnoreLeadingWhitespaces(false);
        settings.setIgnoreTrailingWhitespaces(false);
        settings.setEmptyValue("");
        settings.setNullValue("");
        CsvParser parser = new CsvParser(settings);
        parser.beginParsing(file.path().toFile(), "UTF-8");
        List<String> cells = new ArrayList<>();
        for (String[] row = parser.parseNext(); row != null; row = parser.parseNext()) {
            cells.clear();
            Collections.addAll(cells, row);
            documents.add(document(cells));
        }
        return documents;
    }

    /** Returns a slice of the buffer of all documents, as mongohaul does. */
    private RawBsonDocument document(List<String> cells) {
        int start = buffer.getPosition();
        BsonBinaryWriter writer = new BsonBinaryWriter(buffer);
        writer.writeStartDocument();
        for (int column = 0; column < COLUMNS; column++) {
            String text = cells.get(column);
            if (!text.isEmpty()) {
                writer.writeName(NAMES.get(column));
                cell.write(writer, text);
            }
        }
        writer.writeEndDocument();
        return new RawBsonDocument(buffer.getInternalBuffer(), start, buffer.getPosition() - start);
    }
}
