package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Prints how many megabytes a second one thread reads, to be run by hand before and after a change to {@link
 * RecordScanner}: of rows of some 65 bytes and six columns, or of the file that the argument names.
 */
final class CsvReaderBenchmark {

    private static final int ROUNDS = 10;
    private static final int ROWS = 2_000_000;

    private CsvReaderBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path file = arguments.length > 0 ? Path.of(arguments[0]) : sample();
        Inputs inputs = Inputs.resolve(Path.of(""), List.of(file.toString()), InputStream.nullInputStream());
        Header header = InputSurvey.of(inputs, CsvDialect.RFC_4180).header().orElseThrow();
        for (int round = 1; round <= ROUNDS; round++) {
            CsvItemReader reader = new CsvItemReader(
                    inputs, CsvDialect.RFC_4180, header, new ReadRange(0, inputs.endOffset(), 1), Long.MAX_VALUE);
            reader.open(new ExecutionContext());
            long start = System.nanoTime();
            long records = 0;
            long bytes = 0;
            for (CsvItem item = reader.read(); item != null; item = reader.read()) {
                records++;
                bytes += item.location().length();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            reader.close();
            System.out.printf("%,d records, %.0f MB/s%n", records, bytes / 1e6 / seconds);
        }
    }

    private static Path sample() throws IOException {
        Path file = Files.createTempFile("rows", ".csv");
        file.toFile().deleteOnExit();
        try (var writer = Files.newBufferedWriter(file)) {
            writer.write("id,name,price,quantity,createdAt,note\n");
            for (int row = 0; row < ROWS; row++) {
                writer.write("%d,product %d,%d.99,%d,2026-11-20T11:00:00Z,abcdefghijk\n"
                        .formatted(row, row % 9973, row % 1000, row % 50));
            }
        }
        return file;
    }
}
