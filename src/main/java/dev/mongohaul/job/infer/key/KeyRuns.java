package dev.mongohaul.job.infer.key;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.infer.sample.Counted;
import dev.mongohaul.job.infer.sample.Extent;
import dev.mongohaul.job.infer.sample.Sample;
import java.io.IOException;
import java.util.List;

/**
 * Runs trials over the sample, all at once.
 *
 * @param width cells of a record
 * @param header whether the first record of an input is none
 * @param mostValues held at once
 */
record KeyRuns(Sample sample, CsvDialect dialect, int width, boolean header, int mostValues) {

    /**
     * What trials were of.
     *
     * @param uniqueness of the trials that are left, in words
     */
    record Tried(long records, String uniqueness) {}

    Tried run(List<KeyColumn> columns, List<KeyTrial> trials) throws IOException {
        if (trials.isEmpty()) {
            return new Tried(0, "");
        }
        KeySearch search = new KeySearch(columns, trials, header, mostValues);
        Extent extent = sample.records(dialect, width, search);
        String seen = search.isFull()
                ? "the first " + Counted.of(search.records(), "record")
                : extent.describe(search.records());
        return new Tried(search.records(), "unique in " + seen);
    }
}
