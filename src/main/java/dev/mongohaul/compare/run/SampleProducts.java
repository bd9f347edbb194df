package dev.mongohaul.compare.run;

import dev.mongohaul.compare.suite.Sequence;
import dev.mongohaul.generate.SampleData;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files of generated products and the job that reads them. The rows are the same on every machine. */
final class SampleProducts {

    static final String JOB = "products";

    private static final long SEED = 1;
    private static final String TEXT = """
            source:
              files: products.csv
            target:
              collection: products
              id: [sku]
            fields:
              sku: string
              name: string
              category: string
              price: decimal
              attributes.color: string
              attributes.size: string
              createdAt: instant
            """;

    private final Path folder;

    SampleProducts(Path folder) {
        this.folder = folder;
    }

    /** Returns the path of the job file, which is written if absent. */
    Path job() {
        Path file = folder.resolve(JOB + ".yml");
        try {
            return Files.exists(file) ? file : Files.writeString(file, TEXT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of products, written if absent; with a sequence, it has a column of operations. */
    Path file(int rows, @Nullable Sequence sequence) {
        Path file = folder.resolve("products-%d%s.csv".formatted(rows, sequence == null ? "" : "-" + sequence));
        if (!Files.exists(file)) {
            write(file, rows, sequence);
        }
        return file;
    }

    private static void write(Path file, int rows, @Nullable Sequence sequence) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            SampleData.PRODUCTS.write(sequence == null ? out : new OperationStream(out, sequence, rows), rows, SEED);
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be written".formatted(file), e);
        }
    }

    /** Stream that adds a column of operations to generated lines: R, U or D, a third each. */
    static final class OperationStream extends FilterOutputStream {

        static final String COLUMN = "operation";

        private static final String CODES = "RUD";

        private final Sequence sequence;
        private final long rows;
        private long line;

        /** @param rows that follow the header */
        OperationStream(OutputStream out, Sequence sequence, long rows) {
            super(out);
            this.sequence = sequence;
            this.rows = rows;
        }

        @Override
        public void write(int octet) throws IOException {
            if (octet == '\n') {
                out.write(("," + (line == 0 ? COLUMN : code(line - 1))).getBytes(StandardCharsets.US_ASCII));
                line++;
            }
            out.write(octet);
        }

        private String code(long row) {
            long index = sequence == Sequence.ALTERNATING ? row % CODES.length() : row * CODES.length() / rows;
            return CODES.substring((int) index, (int) index + 1);
        }
    }
}
