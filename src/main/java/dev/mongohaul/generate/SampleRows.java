package dev.mongohaul.generate;

/** One kind of sample rows. Stateless: a row depends on its number and the seed alone. */
interface SampleRows {

    /** The names of the columns, comma-separated. */
    String header();

    /** Appends row number {@code row}, from 0, without a line end; at most {@link CsvBuffer#LONGEST_ROW} bytes. */
    void append(CsvBuffer buffer, long row, long seed);
}
