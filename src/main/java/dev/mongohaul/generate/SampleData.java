package dev.mongohaul.generate;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Sample CSV files (UTF-8, RFC 4180 with {@code \n}) to try imports and to measure them on.
 *
 * <p>The same rows and seed give the same bytes on every machine and Java version. Rows are streamed, so that any
 * number of them needs the same little memory.
 */
public enum SampleData {
    /** A nightly product catalogue: another seed is another night, with most of the products and other prices. */
    PRODUCTS,

    /** Orders of one year, about 65 bytes each, without a cell that needs quotes. */
    ORDERS;

    /**
     * Writes a header and that many rows, and flushes; closing is left to the caller.
     *
     * @throws IllegalArgumentException where {@code rowCount} is below zero
     */
    public void write(OutputStream out, long rowCount, long seed) throws IOException {
        if (rowCount < 0) {
            throw new IllegalArgumentException("rows=" + rowCount + " is not possible: give 0 or more");
        }
        SampleRows rows = rows();
        CsvBuffer buffer = new CsvBuffer(out);
        buffer.text(rows.header()).put('\n');
        for (long row = 0; row < rowCount; row++) {
            rows.append(buffer, row, seed);
            buffer.put('\n').endRow();
        }
        buffer.flush();
    }

    private SampleRows rows() {
        return switch (this) {
            case PRODUCTS -> new ProductRows();
            case ORDERS -> new OrderRows();
        };
    }
}
