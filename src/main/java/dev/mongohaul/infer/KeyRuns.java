package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.Sample.Extent;
import dev.mongohaul.infer.Sample.ItemVisitor;
import dev.mongohaul.text.Counted;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Passes over the sample that test several keys at once.
 *
 * @param guess the dialect of the sample
 * @param header whether the first record of an input is a header
 * @param leftOut offsets of records to leave out
 * @param mostValues that are held at once
 */
record KeyRuns(Sample sample, DialectGuess guess, boolean header, Set<Long> leftOut, int mostValues) {

    /**
     * Result of a pass.
     *
     * @param uniqueness of the remaining trials, in words
     */
    record Result(long records, String uniqueness) {}

    Result run(List<KeyColumn> columns, List<KeyTrial> trials) throws IOException {
        if (trials.isEmpty()) {
            return new Result(0, "");
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
        return new Result(search.records(), "unique in " + seen);
    }

    private boolean isImported(CsvItem item) {
        boolean lenient = guess.dialect().ragged() == CsvDialect.Ragged.LENIENT;
        return item instanceof CsvRecord record
                && (lenient || record.cellCount() == guess.width())
                && !leftOut.contains(record.location().offset());
    }

    /** Test of keys on record after record; when there are too many values, the least likely key is dropped. */
    static final class KeySearch implements ItemVisitor {

        /** Values held at once: 64 MiB of hashes. */
        static final int MOST_VALUES = 5_000_000;

        private final List<KeyColumn> columns;
        private final List<KeyTrial> trials;
        private final boolean header;
        private final int mostValues;
        private long held;
        private long records;
        private boolean full;

        /** @param header whether the first record of an input is a header */
        KeySearch(List<KeyColumn> columns, List<KeyTrial> trials, boolean header, int mostValues) {
            this.columns = columns;
            this.trials = trials;
            this.header = header;
            this.mostValues = mostValues;
        }

        @Override
        public void visit(CsvItem item, boolean first) {
            if (full || (first && header) || !(item instanceof CsvRecord record)) {
                return;
            }
            records++;
            for (KeyColumn column : columns) {
                column.read(record);
            }
            for (KeyTrial trial : trials) {
                held += trial.add();
            }
            if (held > mostValues) {
                dropLast();
            }
        }

        private void dropLast() {
            int left = 0;
            KeyTrial last = trials.get(0);
            for (KeyTrial trial : trials) {
                if (!trial.isOver()) {
                    left++;
                    last = trial;
                }
            }
            if (left > 1) {
                held += last.drop();
            } else {
                full = true;
            }
        }

        /** Returns the number of records read: those of the sample, or the first. */
        long records() {
            return records;
        }

        boolean isFull() {
            return full;
        }
    }

    /** Columns that may be a key, as long as no two records have the same values. */
    static final class KeyTrial {

        private static final long PRIME = 0x9E3779B97F4A7C15L;

        private final List<KeyColumn> columns;
        private final boolean counts;
        private LongSet values = new LongSet();
        private long repeated;
        private boolean over;

        /** @param counts whether to count all repetitions, and not to stop at the first */
        KeyTrial(List<KeyColumn> columns, boolean counts) {
            this.columns = List.copyOf(columns);
            this.counts = counts;
        }

        List<KeyColumn> columns() {
            return columns;
        }

        /** Adds the record that the columns have read, and returns by how much the number of held values changes. */
        int add() {
            if (over) {
                return 0;
            }
            int before = values.size();
            long hash = 0;
            for (KeyColumn column : columns) {
                if (column.isBlank()) {
                    return drop();
                }
                hash = Long.rotateLeft(hash * PRIME, 29) ^ column.hash();
            }
            if (!values.add(hash)) {
                repeated++;
                return counts ? 0 : drop();
            }
            return values.size() - before;
        }

        /** Drops the values. */
        int drop() {
            int held = values.size();
            over = true;
            values = new LongSet();
            return -held;
        }

        boolean isOver() {
            return over;
        }

        boolean isUnique() {
            return !over && repeated == 0;
        }

        /** Returns the number of records whose values came before. */
        long repeated() {
            return repeated;
        }

        int distinct() {
            return values.size();
        }
    }
}
