package dev.mongohaul.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;

/**
 * Sample CSV files (UTF-8, RFC 4180 with {@code \n}) to try and measure imports.
 *
 * <p>The same rows and seed give the same bytes on every machine and Java version. Rows are streamed, so that any
 * number of them needs the same little memory.
 */
public enum SampleData {
    /** A nightly product catalogue; each seed is a night, with most products in common and other prices. */
    PRODUCTS("sku,name,category,price,attributes.color,attributes.size,createdAt"),

    /** Orders of one year, about 65 bytes each, without a field that needs quotes. */
    ORDERS("customer,sku,price,attributes.color,attributes.size,placedAt"),

    /**
     * Rows of any number of columns, about 20 bytes each: texts, some of them quoted, decimals, instants, nested
     * paths and whole numbers in turn. One cell in twenty is blank.
     */
    WIDE("id");

    /** Columns of {@link #WIDE} rows if no number is given. */
    public static final int USUAL_COLUMNS = 50;

    private final String header;

    SampleData(String header) {
        this.header = header;
    }

    /**
     * Writes a header and rows and flushes; does not close the stream.
     *
     * @throws IllegalArgumentException if {@code rowCount} is below zero
     */
    public void write(OutputStream out, long rowCount, long seed) throws IOException {
        write(out, rowCount, seed, USUAL_COLUMNS);
    }

    /**
     * As {@link #write(OutputStream, long, long)}.
     *
     * @param columns of {@link #WIDE} rows, at least 1
     */
    public void write(OutputStream out, long rowCount, long seed, int columns) throws IOException {
        if (rowCount < 0) {
            throw new IllegalArgumentException("rows=" + rowCount + " is not possible: give 0 or more");
        }
        CsvBuffer buffer = new CsvBuffer(out);
        buffer.text(header);
        if (this == WIDE) {
            WideRows.appendHeader(buffer, columns);
        }
        buffer.put('\n');
        for (long row = 0; row < rowCount; row++) {
            append(buffer, row, seed, columns);
            buffer.put('\n').makeRoom();
        }
        buffer.flush();
    }

    /** Appends row number {@code row}, from 0, without a line end. */
    private void append(CsvBuffer buffer, long row, long seed, int columns) throws IOException {
        switch (this) {
            case PRODUCTS -> ProductRows.append(buffer, row, seed);
            case ORDERS -> OrderRows.append(buffer, row, seed);
            case WIDE -> WideRows.append(buffer, row, seed, columns);
        }
    }

    /** Orders by {@value #CUSTOMERS} customers for {@value #SKUS} products, in no order of time. */
    private static final class OrderRows {

        private static final long CUSTOMERS = 1_000_000;
        private static final long SKUS = 100_000;
        private static final long CHEAPEST = 100;
        private static final long DEAREST = 100_000;
        private static final InstantRange PLACED = new InstantRange(LocalDate.of(2025, 1, 1), LocalDate.of(2026, 1, 1));

        static void append(CsvBuffer buffer, long row, long seed) {
            long key = Draws.bits(seed, row);
            buffer.text("C-").number(1 + Draws.below(CUSTOMERS, Draws.bits(key, 0)), 8);
            buffer.text(",SKU-").number(1 + Draws.below(SKUS, Draws.bits(key, 1)), 7);
            buffer.put(',').hundredths(CHEAPEST + Draws.below(DEAREST - CHEAPEST, Draws.bits(key, 2)));
            buffer.put(',').put(Draws.pick(Vocabulary.COLORS, Draws.bits(key, 3)));
            buffer.put(',')
                    .put(Draws.pick(Vocabulary.SIZES, Draws.bits(key, 4)))
                    .put(',');
            PLACED.appendMillis(buffer, Draws.bits(key, 5));
        }
    }

    /** Rows whose first column counts them. The others are five kinds of column in turn. */
    private static final class WideRows {

        private static final String[] NAMES = {"text", "amount", "at", "part", "count"};
        private static final int BLANK_OF = 20;
        private static final int AWKWARD_OF = 8;
        private static final long LARGEST = 100_000_000;
        private static final InstantRange AT = new InstantRange(LocalDate.of(2025, 1, 1), LocalDate.of(2026, 1, 1));

        static void appendHeader(CsvBuffer buffer, int columns) throws IOException {
            for (int column = 1; column < columns; column++) {
                int kind = (column - 1) % NAMES.length;
                int number = (column - 1) / NAMES.length + 1;
                buffer.put(',')
                        .text(NAMES[kind])
                        .number(number, 1)
                        .text(kind == 3 ? ".name" : "")
                        .makeRoom();
            }
        }

        static void append(CsvBuffer buffer, long row, long seed, int columns) throws IOException {
            long key = Draws.bits(seed, row);
            buffer.number(row + 1, 1);
            for (int column = 1; column < columns; column++) {
                buffer.put(',');
                long bits = Draws.bits(key, column);
                if (Draws.below(BLANK_OF, Draws.bits(bits, 0)) > 0) {
                    appendCell(buffer, (column - 1) % NAMES.length, bits);
                }
                buffer.makeRoom();
            }
        }

        private static void appendCell(CsvBuffer buffer, int kind, long bits) {
            long number = Draws.below(LARGEST, Draws.bits(bits, 1));
            switch (kind) {
                case 0 -> appendText(buffer, bits);
                case 1 -> buffer.hundredths(number);
                case 2 -> AT.appendMillis(buffer, Draws.bits(bits, 1));
                case 3 ->
                    buffer.text("part ")
                            .number(number, 8)
                            .text(" of container ")
                            .number(number % 10_000, 4);
                default -> buffer.number(number % 1_000_000, 1);
            }
        }

        private static void appendText(CsvBuffer buffer, long bits) {
            int category = (int) Draws.below(Vocabulary.CATEGORIES.length, Draws.bits(bits, 2));
            if (Draws.below(AWKWARD_OF, Draws.bits(bits, 3)) == 0) {
                buffer.put(Draws.pick(Vocabulary.ODD_NAMES[category], Draws.bits(bits, 4)));
            } else {
                buffer.put(Draws.pick(Vocabulary.MATERIALS, Draws.bits(bits, 5)));
                buffer.put(Draws.pick(Vocabulary.THINGS[category], Draws.bits(bits, 4)));
                buffer.text(" for the ").put(Vocabulary.CATEGORIES[category]);
            }
        }
    }

    /**
     * Products of a catalogue that changes a little from night to night.
     *
     * <p>The seed leaves out one of every {@value #GROUP} products, so that nine tenths of a night's skus are those of any
     * other night. A product depends on its sku; its price also depends on the seed.
     */
    private static final class ProductRows {

        private static final int GROUP = 10;
        private static final int SOLD_OF_GROUP = GROUP - 1;
        private static final int ODD_NAME_OF = 8;
        private static final long CHEAPEST = 150;
        private static final long DEAREST = 90_000;
        private static final InstantRange CREATED =
                new InstantRange(LocalDate.of(2015, 1, 1), LocalDate.of(2025, 1, 1));

        static void append(CsvBuffer buffer, long row, long seed) {
            long sku = sku(row, seed);
            int category = (int) Draws.below(Vocabulary.CATEGORIES.length, Draws.bits(sku, 0));
            buffer.text("SKU-").number(sku, 7).put(',');
            appendName(buffer, sku, category);
            buffer.put(',').put(Vocabulary.CATEGORIES[category]);
            buffer.put(',').hundredths(price(sku, seed));
            buffer.put(',').put(Draws.pick(Vocabulary.COLORS, Draws.bits(sku, 1)));
            buffer.put(',')
                    .put(Draws.pick(Vocabulary.SIZES, Draws.bits(sku, 2)))
                    .put(',');
            CREATED.appendSeconds(buffer, Draws.bits(sku, 3));
        }

        private static long sku(long row, long seed) {
            long group = row / SOLD_OF_GROUP;
            long place = row % SOLD_OF_GROUP;
            long leftOut = Draws.below(GROUP, Draws.bits(seed, group));
            return 1 + group * GROUP + (place < leftOut ? place : place + 1);
        }

        private static void appendName(CsvBuffer buffer, long sku, int category) {
            long bits = Draws.bits(sku, 4);
            if (Draws.below(ODD_NAME_OF, Draws.bits(sku, 5)) == 0) {
                buffer.put(Draws.pick(Vocabulary.ODD_NAMES[category], bits));
            } else {
                buffer.put(Draws.pick(Vocabulary.MATERIALS, Draws.bits(sku, 6)));
                buffer.put(Draws.pick(Vocabulary.THINGS[category], bits));
            }
        }

        /** In hundredths: within a tenth of what the product costs on average. */
        private static long price(long sku, long seed) {
            long average = CHEAPEST + Draws.below(DEAREST - CHEAPEST, Draws.bits(sku, 7));
            return average - average / 10 + Draws.below(average / 5, Draws.bits(seed, ~sku));
        }
    }
}
