package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Runs trials over the sample, all at once.
 *
 * @param guess how they are records
 * @param header whether the first record of an input is none
 * @param leftOut where records begin that are none
 * @param mostValues held at once
 */
record KeyRuns(Sample sample, DialectGuess guess, boolean header, Set<Long> leftOut, int mostValues) {

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
        Extent extent = sample.records(guess.dialect(), guess.width(), (item, first) -> {
            if (first || isImported(item)) {
                search.visit(item, first);
            }
        });
        String seen = search.isFull()
                ? "the first " + Counted.of(search.records(), "record")
                : extent.describe(search.records());
        return new Tried(search.records(), "unique in " + seen);
    }

    private boolean isImported(CsvItem item) {
        boolean lenient = guess.dialect().ragged() == CsvDialect.Ragged.LENIENT;
        return item instanceof CsvRecord record
                && (lenient || record.cellCount() == guess.width())
                && !leftOut.contains(record.location().offset());
    }
}
