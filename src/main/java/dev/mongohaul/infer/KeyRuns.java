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

    /** Tries keys on record after record; where there are too many values, the least likely key is given up. */
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

        /** @param header whether the first record of an input is none */
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
                giveLastUp();
            }
        }

        private void giveLastUp() {
            int left = 0;
            KeyTrial last = trials.get(0);
            for (KeyTrial trial : trials) {
                if (!trial.isOver()) {
                    left++;
                    last = trial;
                }
            }
            if (left > 1) {
                held += last.giveUp();
            } else {
                full = true;
            }
        }

        /** How many records the keys were tried on: those of the sample, or the first. */
        long records() {
            return records;
        }

        boolean isFull() {
            return full;
        }
    }

    /** Columns that may be a key, as long as no two records have the same values in them. */
    static final class KeyTrial {

        private static final long PRIME = 0x9E3779B97F4A7C15L;

        private final List<KeyColumn> columns;
        private final boolean counts;
        private LongSet values = new LongSet();
        private long repeated;
        private boolean over;

        /** @param counts whether to go on after the first repetition, to tell how many there are */
        KeyTrial(List<KeyColumn> columns, boolean counts) {
            this.columns = List.copyOf(columns);
            this.counts = counts;
        }

        List<KeyColumn> columns() {
            return columns;
        }

        /** Takes the record of which the columns have read their values; tells how many values more are held. */
        int add() {
            if (over) {
                return 0;
            }
            int before = values.size();
            long hash = 0;
            for (KeyColumn column : columns) {
                if (column.isBlank()) {
                    return giveUp();
                }
                hash = Long.rotateLeft(hash * PRIME, 29) ^ column.hash();
            }
            if (!values.add(hash)) {
                repeated++;
                return counts ? 0 : giveUp();
            }
            return values.size() - before;
        }

        /** Forgets what it holds. */
        int giveUp() {
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

        /** Records whose values others before had. */
        long repeated() {
            return repeated;
        }

        int distinct() {
            return values.size();
        }
    }
}
